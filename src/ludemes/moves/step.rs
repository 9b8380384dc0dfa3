//! `(move Step [from] [directions] (to ..) [stack:] [then])`, `(step ..)`: moves a piece one step.
//!
//! From the start one step in each direction (default `Adjacent`) for which `to if:` holds; neither the start nor the
//! destination need be empty or occupied. A region in `to` is ignored, one in `from` gives nothing. A destination
//! reached twice is listed once. Stacks: the top piece moves, or the level given, or with `stack:True` all of it; the
//! pieces keep their data. The `apply` of `to` comes before if its own condition holds; otherwise the move stays without
//! it. The directions are looked at before `from` is set. A false `from if:` leaves `from` set. (Ludii 1.3.12's behaviour.)

use super::build::{emit, index, site_type, sites_of, transfer};
use super::reach::{Asked, Reach, Way, Ways};
use super::{Apply, From, To};
use crate::engine::brief::Short;
use crate::engine::lanes::Survey;
use crate::engine::origins::{Origins, one_step_away};
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

pub(super) const ROWS: &[Row] = &[
    Row::decision("move", "Step", |call, lo| lower(call, lo, true)),
    Row::of("step", "step", "", Lower::Moves(|call, lo| lower(call, lo, false))),
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
    let short = to.apply.as_ref().is_none_or(Apply::is_short);
    let plain = decision && !stack && short;
    let directions = Arc::new(directions);
    let bound = {
        // A false `from if:` leaves its trace in what follows.
        let skips = lo.skips(call) && from.condition.is_none();
        let (directions, board) = (Arc::clone(&directions), lo.board());
        move || {
            let lanes = directions.most_lanes(&board, t, &|site, d| board.steps(t, site, d).len());
            lanes.filter(|_| skips).map(|lanes| (lanes, 1))
        }
    };
    let to = Arc::new(to);
    // Where a condition draws chance or fails, a site that is stepped to in two directions is asked about twice.
    let ways = Arc::new(Ways::new(lo.board(), t, &directions, lo.skips(call), ends));
    let asked_of = to.condition.as_ref().and_then(|condition| condition.on_sites_from(t, Uses::TO)).filter(|_| {
        lo.skips(call)
            && from.place.is_from()
            && from.condition.is_none()
            && !directions.uses.any(Uses::ITERATORS | Uses::VOLATILE)
    });
    let survey = asked_of.map(|region| region.uses).map(|asked_uses| {
        let (ways, to) = (Arc::clone(&ways), Arc::clone(&to));
        let asked = Box::new(move |cx: &mut Cx| Asked {
            near: sites_of(to.condition.as_ref(), cx, t, Uses::TO).unwrap_or_default(),
            far: None,
        });
        let (uses, by_start) = (directions.uses | asked_uses, asked_uses.any(Uses::FROM));
        Box::new(Reach { ways, asked, uses, by_start }) as Box<dyn Survey>
    });
    let aimed = lo.skips(call) && from.place.is_from() && from.condition.is_none();
    let origins = aimed.then(|| Origins::new(lo.board(), t, &directions, one_step_away)).flatten();
    Ok(Moves::in_surveyed_lanes(deferrable, bound, (survey, origins), move |cx, out| {
        let Some(start) = from.start(cx) else { return };
        let known = ways.of(cx, start);
        let found: SmallVec<[Way; 8]>;
        let steps = match known {
            Some(ways) => ways,
            None => {
                let directions = directions.eval(cx, t, start);
                found = directions.iter().flat_map(|&d| board.steps(t, index(start), d)).map(|&end| [end; 2]).collect();
                &found[..]
            }
        };
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
        for (lane, &way) in steps.iter().enumerate().skip(out.lane().unwrap_or(0)) {
            if !out.follows(lane) {
                break;
            }
            let [_, step] = way;
            let site = step as i32;
            cx.it.to = site;
            if !cx.spend(1) {
                break;
            }
            // Of the lanes to a site the first one has the move.
            let met = known.is_none() && (seen.contains(&step) || out.lane().is_some() && steps[..lane].contains(&way));
            if met || !out.wants(site) || !to.allowed(cx) {
                continue;
            }
            if known.is_none() {
                seen.push(step);
            }
            if !out.takes() {
                continue;
            }
            if short && out.answers(site) {
                break;
            }
            if plain && !stacking && level < 0 && (to.apply.is_none() || out.takes_effects(cx)) {
                let mut short = Short::new(transfer(cx, (t, start), (to_type, site), true), then.as_ref());
                if let Some(apply) = &to.apply
                    && apply.applies(cx)
                {
                    apply.briefs(cx, &mut short.before);
                }
                out.push_short(short);
                if out.full() {
                    break;
                }
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
                break;
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }))
}

/// The steps from a site, each end once.
fn ends(board: &Topology, t: SiteType, site: usize, directions: &[Direction]) -> Box<[Way]> {
    let mut ways = SmallVec::<[Way; 8]>::new();
    for &end in directions.iter().flat_map(|&d| board.steps(t, site, d)) {
        if !ways.contains(&[end; 2]) {
            ways.push([end; 2]);
        }
    }
    ways.into_vec().into_boxed_slice()
}
