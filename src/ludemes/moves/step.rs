//! `(move Step [from] [directions] (to ..) [stack:] [then])`, `(step ..)`: moves a piece one step.
//!
//! From the start one step in each direction (default `Adjacent`) for which `to if:` holds; neither the start nor the
//! destination need be empty or occupied. A region in `to` is ignored, one in `from` gives nothing. A destination
//! reached twice is listed once. Stacks: the top piece moves, or the level given, or with `stack:True` all of it; the
//! pieces keep their data. The `apply` of `to` comes before if its own condition holds; otherwise the move stays without
//! it. The directions are looked at before `from` is set. A false `from if:` leaves `from` set. (Ludii 1.3.12's behaviour.)

use super::build::{emit, index, keep_starts, site_type, sites_of};
use super::{From, To};
use crate::engine::generator::NarrowFn;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

pub(super) const ROWS: &[Row] = &[
    Row::decision("move", "Step", |call, lo| lower(call, lo, true)),
    Row {
        kind: "step",
        head: "step",
        keyword: "",
        lower: Lower::Moves(|call, lo| lower(call, lo, false)),
        hazard: Hazard::None,
        harmless: |_| false,
    },
];

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let from = From::read_or_variable(call, lo)?;
    let to = To::required(call, lo)?;
    let directions = lo.directions_or(call, "directions", Direction::Adjacent)?;
    let stack = call.flag("stack", false);
    let then = lo.then(call)?;
    let board = lo.board();
    let t = from.t;
    let to_type = to.t.unwrap_or(t);
    let deferrable = lo.defers(call);
    let directions = Arc::new(directions);
    let bound = {
        // A false `from if:` leaves its trace in what follows.
        let skips = lo.skips(call) && from.condition.is_none();
        let (directions, board) = (Arc::clone(&directions), lo.board());
        move || {
            let lanes = directions.most_lanes(&board, t, |site, d| board.steps(t, site, d).len());
            lanes.filter(|_| skips).map(|lanes| (lanes, 1))
        }
    };
    let to = Arc::new(to);
    let narrows = lo.skips(call)
        && from.place.is_from()
        && from.condition.is_none()
        && to.condition.as_ref().is_some_and(|condition| condition.on_sites(t, Uses::TO).is_some())
        && !directions.uses.any(Uses::ITERATORS | Uses::VOLATILE);
    let narrow = narrows.then(|| {
        let (directions, to, board) = (Arc::clone(&directions), Arc::clone(&to), lo.board());
        let narrow: NarrowFn = Box::new(move |cx, of, starts| {
            if of == t
                && let Some(ends) = sites_of(to.condition.as_ref(), cx, t, Uses::TO)
            {
                keep_starts(cx, starts, |cx, start| {
                    let directions = directions.eval(cx, t, start);
                    let mut steps = directions.iter().flat_map(|&d| board.steps(t, index(start), d));
                    steps.any(|&step| ends.contains(step as i32))
                });
            }
        });
        narrow
    });
    Ok(Moves::in_narrow_lanes(deferrable, bound, narrow, move |cx, out| {
        let Some(start) = from.start(cx) else { return };
        let directions = directions.eval(cx, t, start);
        let saved = (cx.it.from, cx.it.to);
        cx.it.from = start;
        if !from.allowed(cx) {
            return;
        }
        let stacking = cx.game.features.stacking;
        let top = cx.state.height(t, start) - 1;
        let level = match &from.level {
            Some(level) => level.eval(cx),
            None if stacking && !stack => top,
            None => -1,
        };
        let mut seen = SmallVec::<[u32; 8]>::new();
        let mut lanes = 0..;
        'all: for direction in directions {
            for &step in board.steps(t, index(start), direction) {
                if lanes.next().is_some_and(|lane| !out.follows(lane)) {
                    seen.push(step);
                    continue;
                }
                let site = step as i32;
                cx.it.to = site;
                if !cx.spend(1) {
                    break 'all;
                }
                if seen.contains(&step) || !out.wants(site) || !to.allowed(cx) {
                    continue;
                }
                seen.push(step);
                if !out.takes() {
                    continue;
                }
                let kind = ActionKind::Move {
                    from_type: site_type(cx, t, start),
                    from: start,
                    level_from: level,
                    to_type: site_type(cx, to_type, site),
                    to: site,
                    level_to: -1,
                    state: -1,
                    rotation: -1,
                    value: -1,
                    stack,
                    keeps_data: true,
                };
                let mut m = Move::of(cx.state.mover(), start, site, Action::deciding(kind, decision));
                if stacking && stack {
                    m.level_max = top;
                } else if stacking && from.level.is_some() {
                    (m.level_min, m.level_max) = (level, level);
                }
                if let Some(apply) = &to.apply
                    && apply.applies(cx)
                {
                    m = apply.before(cx, m);
                }
                emit(out, m, then.as_ref());
                if out.full() {
                    break 'all;
                }
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }))
}
