//! `(sow [type] [start] [count:] [numPerHole:] ["Track"] [owner:] [if:] [apply:] [includeSelf:] [origin:] [skipIf:]
//! [backtracking:|forward:] [then])`: sows the seeds of a hole along a track.
//!
//! The seeds of the start (default: the last move's `to`), or `count:` of them, go one by one into the next holes of the
//! first track of that name and owner; `origin:True` leaves the first in the start. `to` is the hole and `value` the
//! seeds left while `skipIf:` is asked; `includeSelf:False` passes over the start. Then, on a scratch copy with all seeds
//! sown, as long as `if:` holds with `to` on the last hole and `from` on the start, `apply:` is evaluated and its executed
//! actions are appended; that goes on only while `backtracking:` or `forward:` holds on this hole and on the one behind or
//! ahead. One move. (Ludii 1.3.12's behaviour.) `sowEffect:` is not carried out.

use super::build::{emit, site_type};
use crate::engine::equipment::Track;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("sow", "", lower)];

struct Sow {
    t: SiteType,
    start: Option<IntExpr>,
    count: Option<IntExpr>,
    per_hole: IntExpr,
    track: Option<Arc<str>>,
    owner: Option<IntExpr>,
    condition: BoolExpr,
    apply: Option<MovesExpr>,
    include_self: bool,
    origin: BoolExpr,
    skip: Option<BoolExpr>,
    backtracking: Option<BoolExpr>,
    forward: Option<BoolExpr>,
    then: Option<MovesExpr>,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    if let Some(arg) = call.get("sowEffect") {
        return lo.unsupported(&arg.origin, "`sowEffect:`");
    }
    let sow = Sow {
        t: lo.site_type(call, "type"),
        start: lo.int_opt(call, "start")?,
        count: lo.int_opt(call, "count")?,
        per_hole: lo.int_or(call, "numPerHole", 1)?,
        track: call.text("trackName").cloned(),
        owner: lo.int_opt(call, "owner")?,
        condition: lo.bool_or(call, "if", true)?,
        apply: lo.moves_opt(call, "apply")?,
        include_self: call.flag("includeSelf", true),
        origin: lo.bool_or(call, "origin", false)?,
        skip: lo.bool_opt(call, "skipIf")?,
        backtracking: lo.bool_opt(call, "backtracking")?,
        forward: lo.bool_opt(call, "forward")?,
        then: lo.then(call)?,
    };
    Ok(Moves::generator(move |cx, out| {
        let saved = (cx.it.from, cx.it.to, cx.it.value);
        if let Some(m) = sow.sown(cx) {
            emit(out, m, sow.then.as_ref());
        }
        (cx.it.from, cx.it.to, cx.it.value) = saved;
    }))
}

impl Sow {
    fn sown(&self, cx: &mut Cx) -> Option<Move> {
        let start = match &self.start {
            Some(start) => start.eval(cx),
            None => cx.last_move()?.to,
        };
        let count = match &self.count {
            Some(count) => count.eval(cx),
            None => cx.state.count(site_type(cx, self.t, start), start),
        };
        let per_hole = self.per_hole.eval(cx);
        let owner = self.owner.as_ref().map(|owner| owner.eval(cx));
        let equipment = Arc::clone(&cx.game.equipment);
        let track = equipment.tracks.iter().find(|track| {
            self.track.as_deref().is_none_or(|name| track.name.contains(name))
                && owner.is_none_or(|owner| track.owner == owner)
        })?;
        let mut at = track.sites.iter().position(|&site| site == start)?;
        let mut m = Move::new(0);
        let mut left = count;
        let mut last = start;
        if count > 0 && self.origin.eval(cx) {
            m.items.push(self.seed(cx, start, start));
            left -= 1;
        }
        while left > 0 {
            cx.it.value = left;
            at = self.next_hole(cx, track, at, start)?;
            last = track.sites[at];
            for _ in 0..per_hole {
                if !cx.spend(1) {
                    return None;
                }
                m.items.push(self.seed(cx, start, last));
            }
            left -= 1;
        }
        if let Some(apply) = &self.apply {
            self.captures(cx, &mut m, apply, track, at, (start, last));
        }
        Some(m)
    }

    fn seed(&self, cx: &Cx, from: i32, to: i32) -> Item {
        Item::Action(Action::new(ActionKind::Move {
            from_type: site_type(cx, self.t, from),
            from,
            level_from: -1,
            to_type: site_type(cx, self.t, to),
            to,
            level_to: -1,
            state: -1,
            rotation: -1,
            value: -1,
            stack: false,
            keeps_data: false,
        }))
    }

    /// The index of the next hole that is not passed over; `None` at the end of the track.
    fn next_hole(&self, cx: &mut Cx, track: &Track, mut at: usize, start: i32) -> Option<usize> {
        loop {
            if !cx.spend(1) {
                return None;
            }
            at = step(track, at, 1)?;
            cx.it.to = track.sites[at];
            if !self.include_self && track.sites[at] == start {
                continue;
            }
            if !self.skip.as_ref().is_some_and(|skip| skip.eval(cx)) {
                return Some(at);
            }
        }
    }

    /// Appends what `apply:` does with the sown holes.
    fn captures(
        &self,
        cx: &mut Cx,
        m: &mut Move,
        apply: &Moves,
        track: &Track,
        mut at: usize,
        (start, last): (i32, i32),
    ) {
        let executed = cx.scratch(|cx| {
            cx.apply(m, false, &mut Vec::new());
            let mut executed = Vec::new();
            cx.it.to = last;
            while cx.spend(1) && self.condition.eval(cx) {
                cx.it.from = start;
                let to = cx.it.to;
                for effect in apply.list(cx) {
                    cx.apply(&effect, false, &mut executed);
                }
                cx.it.to = to;
                let (goes_on, by) = match (&self.backtracking, &self.forward) {
                    (Some(condition), _) => (condition, -1),
                    (None, Some(condition)) => (condition, 1),
                    (None, None) => break,
                };
                if !goes_on.eval(cx) {
                    break;
                }
                let Some(next) = step(track, at, by) else { break };
                at = next;
                cx.it.to = track.sites[at];
                if !goes_on.eval(cx) {
                    break;
                }
            }
            executed
        });
        m.items.extend(executed.into_iter().map(Item::Action));
    }
}

/// The index of the neighbouring hole of a track.
fn step(track: &Track, at: usize, by: i64) -> Option<usize> {
    let count = track.sites.len() as i64;
    let next = at as i64 + by;
    let next = if track.looped { next.rem_euclid(count) } else { next };
    let next = usize::try_from(next).ok()?;
    track.sites.get(next).filter(|&&site| site >= 0).map(|_| next)
}
