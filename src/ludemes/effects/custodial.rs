//! `(custodial [from] [direction] [between] [to] [then])`: captures what is held between two friends.
//!
//! Along each radial from the start (default: the last move's `to`) a run of targets (`between if:`), at most as long as
//! the range allows and no shorter, followed by a friend (`to if:`, asked for -1 beyond the board if the range allows
//! more than one). Effect on each target, nearest first. The last move generated records all targets. (Ludii 1.3.12's
//! behaviour.)

use super::build::{attach, index};
use super::capture::{Seen, Whom, capture, test};
use crate::ludemes::moves::{Between, From, Lines, To};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("custodial", "", lower)];

/// The longest run where no range is given.
const FAR: i32 = 1000;

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let from = From::read(call, lo)?;
    let t = from.as_ref().map_or(lo.default_type(), |from| from.t);
    let directions = lo.directions_or(call, "dirnChoice", Direction::Adjacent)?;
    let between = Between::read(call, lo)?;
    let to = To::read(call, lo)?;
    let then = lo.then(call)?;
    let skips = lo.skips(call);
    let directions = Arc::new(directions);
    let (board, known) = (lo.board(), Lines::new(lo.board(), t, &directions));
    Ok(Moves::generator(move |cx, out| {
        let Some(start) = From::start_or_last_to(from.as_ref(), cx) else { return };
        let saved = (cx.it.to, cx.it.between);
        let first = out.here();
        let friend = to.as_ref().and_then(|to| to.condition.as_ref());
        let (min, max) = between.range_or(cx, (0, FAR));
        let mut targets = Targets::of(between.condition.as_ref(), cx, t);
        let mut captured = smallvec::SmallVec::<[i32; 2]>::new();
        // What is held at the end of a line, and whether no other line need be followed.
        let mut hold = |cx: &mut Cx, line: &[u32]| {
            let mut length = 0;
            while (length as i32) < max
                && let Some(&site) = line.get(length)
                && cx.spend(1)
                && targets.have(cx, site as i32)
            {
                length += 1;
            }
            if (length as i32) < min.max(1) || min > max {
                return false;
            }
            let end = match line.get(length) {
                Some(&site) => site as i32,
                None if max > 1 => -1,
                None => return false,
            };
            if !test(friend, cx, end, Seen::To, Whom::Friend) {
                return false;
            }
            for &site in line.iter().take(length) {
                captured.push(site as i32);
                capture(between.apply.as_ref(), cx, out, t, site as i32, Seen::Between);
                if skips && out.full() {
                    return true;
                }
            }
            false
        };
        match known.of_site(cx, start) {
            Some(lines) => {
                for line in lines {
                    if hold(cx, line) {
                        break;
                    }
                }
            }
            None => {
                let directions = directions.eval(cx, t, start);
                for radial in directions.iter().flat_map(|&d| board.radials(t, index(start), d)) {
                    if hold(cx, radial.path.get(1..).unwrap_or_default()) {
                        break;
                    }
                }
            }
        }
        (cx.it.to, cx.it.between) = saved;
        if out.here() != first
            && let Some(last) = out.moves.last_mut()
        {
            last.between = captured;
        }
        attach(out, first, then.as_ref());
    }))
}

/// The sites that are targets, where that is known for all of them at once.
struct Targets<'a> {
    condition: Option<&'a BoolExpr>,
    all: Option<SiteSet>,
}

impl<'a> Targets<'a> {
    fn of(condition: Option<&'a BoolExpr>, cx: &mut Cx, t: SiteType) -> Self {
        let all = condition.and_then(|condition| condition.on_sites(t, Uses::BETWEEN));
        Targets { condition, all: all.map(|all| cx.find_kept(|cx| all.eval(cx))) }
    }

    /// Whether a site is one, with `between` on it.
    fn have(&mut self, cx: &mut Cx, site: i32) -> bool {
        match &self.all {
            Some(all) => {
                cx.charge(1);
                cx.it.between = site;
                all.contains(site)
            }
            None => test(self.condition, cx, site, Seen::Between, Whom::Enemy),
        }
    }
}
