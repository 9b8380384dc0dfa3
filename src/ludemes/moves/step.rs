//! `(move Step [from] [directions] (to ..) [stack:] [then])`, `(step ..)`: moves a piece one step.
//!
//! From the start one step in each direction (default `Adjacent`) for which `to if:` holds; neither the start nor the
//! destination need be empty or occupied. A region in `to` is ignored, one in `from` gives nothing. A destination
//! reached twice is listed once. Stacks: the top piece moves, or the level given, or with `stack:True` all of it; the
//! pieces keep their data. The `apply` of `to` comes before if its own condition holds; otherwise the move stays
//! without it. The directions are looked at before `from` is set. A false `from if:` leaves `from` set. (Ludii 1.3.12's
//! behaviour.)

use super::build::{filled, index, sites_of, transfer};
use super::reach::{Masks, Path, PathTables, PathTest, Reach};
use super::{Apply, From, To};
use crate::engine::compact::Carried;
use crate::engine::lanes::{Lanes, SeeLane, Setwise};
use crate::engine::origins::{Origins, one_step_away};
use crate::engine::slot_filter::Preconditions;
use crate::ludemes::operators::from_where;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

pub(super) const ROWS: &[Row] = &[
    Row::decision("move", "Step", |call, lo| lower(call, lo, true)).requires(Requirements::stacks),
    Row::of("step", "step", "", Lower::Moves(|call, lo| lower(call, lo, false))).requires(Requirements::stacks),
];

/// A step, as it is written.
struct Step {
    from: From,
    to: Arc<To>,
    directions: Arc<DirectionsExpr>,
    /// The steps from each site, where they are known beforehand.
    paths: Arc<PathTables>,
    board: Arc<Topology>,
    to_type: SiteType,
    decision: bool,
    stack: bool,
    /// Whether what comes before it has a compact form.
    compact: bool,
    /// Whether that need not be looked at.
    optional: bool,
    then: Option<MovesExpr>,
}

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let mut from = From::read_or_variable(call, lo)?;
    let condition = from.take_condition(call, lo);
    let to = Arc::new(To::required(call, lo)?);
    let directions = Arc::new(lo.directions_or(call, "directions", Direction::Adjacent)?);
    let t = from.t;
    // Where a condition draws chance or fails, a site that is stepped to in two directions is asked about twice.
    let paths = Arc::new(PathTables::new(lo.board(), t, &directions, lo.skips(call), ends));
    let step = Step {
        to_type: to.t.unwrap_or(t),
        board: lo.board(),
        decision,
        stack: call.flag("stack", false),
        compact: to.apply.as_ref().is_none_or(Apply::is_compact),
        optional: to.apply.as_ref().is_none_or(Apply::is_optional),
        then: lo.then(call)?,
        from,
        to,
        directions,
        paths,
    };
    let deferrable = lo.defers(call);
    // A false `from if:` leaves its trace in what follows.
    let skips = lo.skips(call) && step.from.condition.is_none();
    let bound = {
        let (directions, board) = (Arc::clone(&step.directions), lo.board());
        move || {
            let lanes = directions.most_lanes(&board, t, &|site, d| board.steps(t, site, d).len());
            lanes.filter(|_| skips).map(|lanes| (lanes, 1))
        }
    };
    let aimed = skips && step.from.location.is_from();
    let setwise = if aimed { step.setwise() } else { None };
    let origins = aimed.then(|| Origins::new(lo.board(), t, &step.directions, one_step_away)).flatten();
    Ok(from_where(condition, Moves::in_setwise_lanes(deferrable, bound, (setwise, origins), step), lo))
}

impl Step {
    /// What can be told of the steps of all pieces of a component, where the condition can be asked of all sites at
    /// once.
    fn setwise(&self) -> Option<Box<dyn Setwise>> {
        let t = self.from.t;
        let asked_uses = self.to.condition.as_ref()?.on_sites_from(t, Uses::TO)?.uses;
        if self.directions.uses.any(Uses::ITERATORS | Uses::VOLATILE) {
            return None;
        }
        let to = Arc::clone(&self.to);
        let masks = Box::new(move |cx: &mut Cx| Masks {
            near: sites_of(to.condition.as_ref(), cx, t, Uses::TO).unwrap_or_default(),
            far: None,
        });
        let uses = self.directions.uses | asked_uses;
        let to = Arc::clone(&self.to);
        let leads: PathTest = Box::new(move |cx, [_, end]| {
            cx.it.to = end;
            to.allowed(cx)
        });
        let by_start = asked_uses.any(Uses::FROM).then_some(leads);
        Some(Box::new(Reach { paths: Arc::clone(&self.paths), masks, uses, by_start }))
    }

    /// The level of the stack that is asked for.
    fn level(&self, cx: &mut Cx) -> Option<i32> {
        self.from.level.as_ref().map(|level| level.eval(cx))
    }

    /// What of a stack on the start moves, where this level is asked for.
    #[inline]
    fn carried(&self, cx: &Cx, start: i32, level: Option<i32>) -> Carried {
        let stacking = cx.game.features.stacking;
        let top = if stacking { cx.state.height(self.from.t, start) - 1 } else { -1 };
        let levels = match level {
            _ if self.stack => (0, top),
            Some(level) if stacking => (level, level),
            _ => (0, 0),
        };
        let level = level.unwrap_or(if self.stack { -1 } else { top });
        Carried { level, levels, stack: self.stack, keeps_data: true }
    }

    /// Adds the move to a site.
    fn arrive(&self, cx: &mut Cx, out: &mut Out, (start, site): (i32, i32), level: Option<i32>) {
        let carried = self.carried(cx, start, level);
        let action = transfer(cx, (self.from.t, start), (self.to_type, site), carried);
        self.to.arrive(cx, out, action, (self.decision, self.compact), self.then.as_ref());
    }
}

impl Lanes for Step {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let Some(start) = self.from.start(cx) else { return };
        let known = self.paths.of(cx, start);
        let found: SmallVec<[Path; 8]>;
        let steps = match known {
            Some(paths) => paths,
            None => {
                let directions = self.directions.eval(cx, self.from.t, start);
                let steps = directions.iter().flat_map(|&d| self.board.steps(self.from.t, index(start), d));
                found = steps.map(|&end| [end; 2]).collect();
                &found[..]
            }
        };
        let saved = (cx.it.from, cx.it.to);
        cx.it.from = start;
        if !self.from.allowed(cx) {
            return;
        }
        let level = self.level(cx);
        let mut seen = SmallVec::<[u32; 8]>::new();
        for (lane, &path) in steps.iter().enumerate().skip(out.lane().unwrap_or(0)) {
            if !out.follows(lane) {
                break;
            }
            let [_, step] = path;
            let site = step as i32;
            cx.it.to = site;
            if !cx.spend(1) {
                break;
            }
            // Of the lanes to a site the first one has the move.
            let met =
                known.is_none() && (seen.contains(&step) || out.lane().is_some() && steps[..lane].contains(&path));
            if met || !out.wants(site) || !self.to.allowed(cx) {
                continue;
            }
            if known.is_none() {
                seen.push(step);
            }
            if !out.takes() {
                continue;
            }
            if !(self.optional && out.answers(site)) {
                self.arrive(cx, out, (start, site), level);
            }
            if out.full() {
                break;
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }

    fn lane(&self, cx: &mut Cx, out: &mut Out, lane: usize) -> bool {
        let Some(start) = self.from.start(cx) else { return true };
        let Some(paths) = self.paths.of(cx, start) else { return false };
        let Some(&[_, end]) = paths.get(lane) else { return true };
        let saved = (cx.it.from, cx.it.to);
        cx.it.from = start;
        let level = self.level(cx);
        let site = end as i32;
        cx.it.to = site;
        if cx.spend(1) && self.to.allowed(cx) {
            self.arrive(cx, out, (start, site), level);
        }
        (cx.it.from, cx.it.to) = saved;
        true
    }

    fn any(&self, cx: &mut Cx) -> Option<bool> {
        let start = self.from.start(cx).filter(|_| self.from.condition.is_none())?;
        let paths = self.paths.of(cx, start)?;
        let saved = (cx.it.from, cx.it.to);
        cx.it.from = start;
        let found = paths.iter().any(|&[_, end]| {
            cx.it.to = end as i32;
            cx.spend(1) && self.to.allowed(cx)
        });
        (cx.it.from, cx.it.to) = saved;
        Some(found)
    }

    fn on_board(&self, cx: &mut Cx, t: SiteType, start: i32, see: SeeLane) -> bool {
        let Some(by_site) = self.paths.of_component(cx, t, start).filter(|_| self.from.location.is_from()) else {
            return false;
        };
        let filled = filled(self.to.condition.as_ref(), t, Uses::TO);
        for (site, paths) in by_site.iter().enumerate() {
            for (lane, [_, end]) in paths.iter().enumerate() {
                let needs = match filled {
                    Some(Occupancy::Empty) => {
                        Preconditions { empty: std::slice::from_ref(end), ..Preconditions::default() }
                    }
                    Some(Occupancy::Occupied) => Preconditions { occupied: Some(*end), ..Preconditions::default() },
                    None => Preconditions::default(),
                };
                see(site, lane, 1, needs);
            }
        }
        true
    }
}

/// The steps from a site, each end once.
fn ends(board: &Topology, t: SiteType, site: usize, directions: &[Direction]) -> Box<[Path]> {
    let mut paths = SmallVec::<[Path; 8]>::new();
    for &end in directions.iter().flat_map(|&d| board.steps(t, site, d)) {
        if !paths.contains(&[end; 2]) {
            paths.push([end; 2]);
        }
    }
    paths.into_vec().into_boxed_slice()
}
