//! `(enclose [type] [from] [directions] [between] [numException:] [then])`: captures groups without an empty site
//! beside them.
//!
//! The start (default: the last move's `to`) must be occupied. From each of its neighbours that is a target
//! (`between if:`), with `numException:` also from an empty one, the group of connected targets is found. Up to
//! `numException:` empty sites join it, a first one included; an empty site more gives it up at once. What has been
//! gone through is not looked at again, whether or not its group was given up. Of a group that stays there is an effect
//! on each site, in the order found. If the target condition speaks of empty sites, one walk must pass all sites around
//! the group, from the first one found always to the first neighbour that is left. (Ludii 1.3.12's behaviour.)

use super::build::{index, occupied};
use super::capture::{Side, SiteVariable, acts, capture, capturing, test};
use crate::ludemes::ints::group::Growth;
use crate::ludemes::moves::{Between, From};
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

pub(super) const ROWS: &[Row] = &[Row::effect("enclose", "", lower)];

struct Enclose {
    t: SiteType,
    growth: Growth,
    between: Between,
    around: bool,
    /// The steps of a walk around a group.
    walk: Growth,
    board: Arc<Topology>,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let from = From::read_or_last_to(call, lo)?;
    let t = call.word("type").and_then(SiteType::parse).unwrap_or(lo.default_type());
    let directions = lo.directions_or(call, "directions", Direction::Adjacent)?;
    let rule = Enclose {
        t,
        growth: Growth::new(t, directions, lo),
        between: Between::read(call, lo)?,
        around: speaks_of_empty(call),
        walk: Growth::along(t, Direction::All, lo),
        board: lo.board(),
    };
    let exceptions = lo.int_or(call, "numException", 0)?;
    let then = lo.then(call)?;
    let skips = lo.skips(call);
    Ok(capturing(acts(rule.between.apply.as_ref()), then, move |cx, sink| {
        let Some(start) = from.start(cx) else { return };
        if !occupied(cx, rule.t, start) {
            return;
        }
        let saved = (cx.it.to, cx.it.between);
        let exceptions = exceptions.eval(cx);
        let mut done = SiteSet::new();
        let targets = if skips { rule.targets(cx) } else { None };
        let targets = targets.as_ref();
        for seed in rule.neighbours(cx, start) {
            let exception = exceptions > 0 && rule.empty(cx, seed);
            if done.contains(seed) || !exception && !rule.is_target(cx, seed, targets) {
                continue;
            }
            if exceptions == 0
                && let Some(targets) = targets
                && (rule.is_open(cx, seed, targets) || rule.has_gaps(cx, seed, targets, &mut done).is_some())
            {
                continue;
            }
            let left = if rule.empty(cx, seed) { (exceptions - 1).max(0) } else { exceptions };
            for site in rule.group(cx, (seed, targets), left, &mut done).unwrap_or_default() {
                capture(rule.between.apply.as_ref(), cx, sink, rule.t, site, SiteVariable::Between);
            }
        }
        (cx.it.to, cx.it.between) = saved;
    }))
}

fn speaks_of_empty(call: &Ludeme) -> bool {
    let mut found = false;
    if let Some(between) = call.part("between")
        && let Some(condition) = between.get("if")
    {
        condition.visit(&mut |ludeme| found |= ludeme.form.keyword == Some("Empty"));
    }
    found
}

impl Enclose {
    /// Whether a site is a target, which are known for all sites at once or not.
    fn is_target(&self, cx: &mut Cx, site: i32, targets: Option<&SiteSet>) -> bool {
        match targets {
            Some(targets) => targets.contains(site),
            None => test(self.between.condition.as_ref(), cx, site, SiteVariable::Between, Side::Enemy),
        }
    }

    fn neighbours(&self, cx: &mut Cx, site: i32) -> SmallVec<[i32; 8]> {
        let mut list = SmallVec::new();
        self.growth.steps(cx, site, |_, step| {
            if !list.contains(&step) {
                list.push(step);
            }
        });
        list
    }

    /// The targets, where they are known for all sites at once.
    fn targets(&self, cx: &mut Cx) -> Option<SiteSet> {
        let targets = self.between.condition.as_ref()?.on_sites(self.t, Uses::BETWEEN)?;
        Some(targets.eval(cx))
    }

    /// Whether the group of a target is known to have an empty site beside it, so that it is not enclosed.
    fn is_open(&self, cx: &mut Cx, seed: i32, targets: &SiteSet) -> bool {
        let mut empty = cx.state.empty_sites(self.t).clone();
        empty.subtract(targets);
        !empty.is_empty() && self.growth.group_touches(cx, seed, targets, &empty) == Some(true)
    }

    /// Whether the sites around the group of a target, none of them empty, are known to be parted, so that no walk
    /// passes all of them; then the group has been gone through.
    fn has_gaps(&self, cx: &mut Cx, seed: i32, targets: &SiteSet, done: &mut SiteSet) -> Option<()> {
        let group = if self.around { self.growth.group_within(cx, targets, seed)? } else { return None };
        let around = self.growth.beside(&group, &targets.complement(self.board.len(self.t)))?;
        let walked = self.walk.group_within(cx, &around, around.first()?)?;
        (walked.len() < around.len()).then(|| done.union_with(&group))
    }

    fn empty(&self, cx: &Cx, site: i32) -> bool {
        cx.state.is_empty_site(self.t, site)
    }

    /// The group of a target, if it is enclosed.
    fn group(
        &self,
        cx: &mut Cx,
        (seed, targets): (i32, Option<&SiteSet>),
        exceptions: i32,
        done: &mut SiteSet,
    ) -> Option<Vec<i32>> {
        let mut group = vec![seed];
        let mut inside: SiteSet = [seed].into_iter().collect();
        let mut beside = Vec::new();
        let mut left = exceptions;
        let mut next = 0;
        while let Some(&site) = group.get(next) {
            next += 1;
            for neighbour in self.neighbours(cx, site) {
                if !cx.spend(2) {
                    return None;
                }
                if inside.contains(neighbour) {
                    continue;
                }
                if self.is_target(cx, neighbour, targets) {
                    group.push(neighbour);
                } else if !self.empty(cx, neighbour) {
                    beside.push(neighbour);
                    continue;
                } else if left > 0 {
                    left -= 1;
                    group.push(neighbour);
                } else {
                    return None;
                }
                inside.insert(neighbour);
            }
            done.insert(site);
        }
        let mut around = Vec::new();
        for site in beside {
            if !inside.contains(site) {
                inside.insert(site);
                around.push(site);
            }
        }
        (!self.around || self.walked(cx, around)).then_some(group)
    }

    /// Whether one walk passes all the sites, always on to the first neighbour that is left.
    fn walked(&self, cx: &mut Cx, mut left: Vec<i32>) -> bool {
        let Some(&first) = left.first() else { return true };
        let mut site = first;
        while left.len() > 1 {
            let steps = self.board.steps(self.t, index(site), Direction::All);
            let Some(&step) = steps.iter().find(|&&step| step as i32 != site && left.contains(&(step as i32))) else {
                return false;
            };
            if !cx.spend(left.len() as u64) {
                return false;
            }
            left.retain(|&other| other != site);
            site = step as i32;
        }
        true
    }
}
