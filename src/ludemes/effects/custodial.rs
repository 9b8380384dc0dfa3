//! `(custodial [from] [direction] [between] [to] [then])`: captures what is held between two friends.
//!
//! Along each radial from the start (default: the last move's `to`) a run of targets (`between if:`), at most as long as
//! the range allows and no shorter, followed by a friend (`to if:`, asked for -1 beyond the board if the range allows
//! more than one). Effect on each target, nearest first. The last move generated records all targets. (Ludii 1.3.12's
//! behaviour.)

use super::build::{attach, index};
use super::capture::{Seen, Whom, capture, test};
use crate::ludemes::moves::{Between, From, To};
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
    let board = lo.board();
    let skips = lo.skips(call);
    Ok(Moves::generator(move |cx, out| {
        let Some(start) = From::start_or_last_to(from.as_ref(), cx) else { return };
        let saved = (cx.it.to, cx.it.between);
        let first = out.here();
        let friend = to.as_ref().and_then(|to| to.condition.as_ref());
        let (min, max) = between.range_or(cx, (0, FAR));
        let mut targets = Targets::of(between.condition.as_ref(), cx, t);
        let mut captured = smallvec::SmallVec::<[i32; 2]>::new();
        'found: for direction in directions.eval(cx, t, start) {
            for radial in board.radials(t, index(start), direction) {
                let path: &[u32] = &radial.path;
                let mut length = 0;
                while (length as i32) < max && length + 1 < path.len() && cx.spend(1) {
                    let site = path[length + 1] as i32;
                    if !targets.have(cx, site) {
                        break;
                    }
                    length += 1;
                }
                if (length as i32) < min.max(1) || min > max {
                    continue;
                }
                let end = match path.get(length + 1) {
                    Some(&site) => site as i32,
                    None if max > 1 => -1,
                    None => continue,
                };
                if !test(friend, cx, end, Seen::To, Whom::Friend) {
                    continue;
                }
                for &site in &path[1..=length] {
                    captured.push(site as i32);
                    capture(between.apply.as_ref(), cx, out, t, site as i32, Seen::Between);
                    if skips && out.full() {
                        break 'found;
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
    /// The work of asking of one site whether it is a target, once that has been done.
    work: u64,
}

impl<'a> Targets<'a> {
    fn of(condition: Option<&'a BoolExpr>, cx: &mut Cx, t: SiteType) -> Self {
        let all = condition.and_then(|condition| condition.on_sites(t, Uses::BETWEEN));
        Targets { condition, all: all.map(|all| cx.find_kept(|cx| all.eval(cx))), work: 0 }
    }

    /// Whether a site is one, with `between` on it. The work is the same either way.
    fn have(&mut self, cx: &mut Cx, site: i32) -> bool {
        if let Some(all) = self.all.as_ref().filter(|_| self.work > 0) {
            cx.charge(self.work);
            cx.it.between = site;
            return all.contains(site);
        }
        let before = cx.work_left();
        let target = test(self.condition, cx, site, Seen::Between, Whom::Enemy);
        self.work = before.saturating_sub(cx.work_left());
        target
    }
}
