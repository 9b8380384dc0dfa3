//! `(enclose [type] [from] [directions] [between] [numException:] [then])`: captures groups without an empty site beside
//! them.
//!
//! The start (default: the last move's `to`) must be occupied. From each neighbour that is a target (`between if:`) the
//! group of connected targets is found; up to `numException:` empty sites beside it may join it, one more saves it.
//! Otherwise there is an effect on each of the group, in the order found. If the target condition speaks of empty sites,
//! the sites around the group must be connected among themselves. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: the sites around are connected by adjacency.

use super::build::{attach, index, occupied};
use super::capture::{Seen, Whom, capture, test};
use crate::ludemes::moves::{Between, From};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("enclose", "", lower)];

struct Enclose {
    t: SiteType,
    directions: DirectionsExpr,
    between: Between,
    around: bool,
    board: Arc<Topology>,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let from = From::read(call, lo)?;
    let rule = Enclose {
        t: call.word("type").and_then(SiteType::parse).unwrap_or(lo.default_type()),
        directions: lo.directions_or(call, "directions", Direction::Adjacent)?,
        between: Between::read(call, lo)?,
        around: speaks_of_empty(call),
        board: lo.board(),
    };
    let exceptions = lo.int_or(call, "numException", 0)?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let Some(start) = From::start_or_last_to(from.as_ref(), cx) else { return };
        if !occupied(cx, rule.t, start) {
            return;
        }
        let saved = (cx.it.to, cx.it.between);
        let first = out.moves.len();
        let exceptions = exceptions.eval(cx);
        let mut seen = SiteSet::new();
        for seed in rule.neighbours(cx, start) {
            if seen.contains(seed) || !rule.target(cx, seed) {
                continue;
            }
            let (group, enclosed) = rule.group(cx, seed, exceptions);
            group.iter().for_each(|&site| seen.insert(site));
            if enclosed {
                for &site in &group {
                    capture(rule.between.apply.as_ref(), cx, out, rule.t, site, Seen::Between);
                }
            }
        }
        (cx.it.to, cx.it.between) = saved;
        attach(out, first, then.as_ref());
    }))
}

fn speaks_of_empty(call: &Ludeme) -> bool {
    let mut found = false;
    if let Some(Value::Ludeme(between)) = call.get("between").map(|arg| &arg.value)
        && let Some(condition) = between.get("if")
    {
        condition.visit(&mut |ludeme| found |= ludeme.form.keyword == Some("Empty"));
    }
    found
}

impl Enclose {
    fn target(&self, cx: &mut Cx, site: i32) -> bool {
        test(self.between.condition.as_ref(), cx, site, Seen::Between, Whom::Enemy)
    }

    fn neighbours(&self, cx: &mut Cx, site: i32) -> Vec<i32> {
        let mut list = Vec::new();
        for direction in self.directions.eval(cx, self.t, site) {
            for &step in self.board.steps(self.t, index(site), direction) {
                if !list.contains(&(step as i32)) {
                    list.push(step as i32);
                }
            }
        }
        list
    }

    /// The group of a target, and whether it is enclosed.
    fn group(&self, cx: &mut Cx, seed: i32, exceptions: i32) -> (Vec<i32>, bool) {
        let mut group = vec![seed];
        let mut around = SiteSet::new();
        let mut left = exceptions;
        let mut next = 0;
        let mut free = false;
        while let Some(&site) = group.get(next) {
            next += 1;
            for neighbour in self.neighbours(cx, site) {
                if !cx.spend(1) {
                    return (group, false);
                }
                if group.contains(&neighbour) || around.contains(neighbour) {
                    continue;
                }
                if self.target(cx, neighbour) {
                    group.push(neighbour);
                } else if occupied(cx, self.t, neighbour) {
                    around.insert(neighbour);
                } else if left > 0 {
                    left -= 1;
                    group.push(neighbour);
                } else {
                    free = true;
                    around.insert(neighbour);
                }
            }
        }
        (group, !free && (!self.around || self.connected(&around)))
    }

    fn connected(&self, sites: &SiteSet) -> bool {
        let Some(first) = sites.first() else { return true };
        let mut rest = sites.clone();
        rest.remove(first);
        let mut queue = vec![first];
        while let Some(site) = queue.pop() {
            for &neighbour in self.board.neighbours(self.t, index(site), Relation::Adjacent) {
                if rest.contains(neighbour as i32) {
                    rest.remove(neighbour as i32);
                    queue.push(neighbour as i32);
                }
            }
        }
        rest.is_empty()
    }
}
