//! `(move Hop [from] [directions] [between] (to .. if:) [stack:] [then])`, `(hop ..)`: jumps over hurdles.
//!
//! Along each radial: up to `before:` sites where the landing test holds, then a run of hurdles (sites where
//! `between if:` holds, as many as the range allows, by default exactly one), then a landing on the first site behind,
//! or on up to `after:` further ones, as long as the landing test `to if:` holds. Shorter parts of a run, down to the
//! minimum, count as hurdles too. With a minimum of 0 all plain steps come first, each once. Regions in `to` and `from`
//! are ignored. An `(apply if: ..)` in `to` replaces the landings by the sites where the landing test fails and its own
//! condition holds. The effect of `between` is applied for each hurdle for which its own condition holds, the last
//! hurdle's first. The whole run is recorded as the sites between. Where `from if:` is false, sites are passed over in
//! the search of a hurdle. A level of `from` means nothing: the top piece moves. Directions and the range are looked at
//! before `from` is set. (Ludii 1.3.12's behaviour.)

use super::build::{decide, emit, filled, index, sites_or_all, transfer};
use super::rays::Lines;
use super::reach::{Masks, NO_PATH, Path, PathTables, PathTest, Reach};
use super::{Apply, Between, From, To};
use crate::engine::compact::{Carried, CompactAction, Consequences, Effects};
use crate::engine::directions::DirectionList;
use crate::engine::lanes::{Bound, Lanes, SeeLane, Setwise};
use crate::engine::origins::{Origins, on_lines};
use crate::engine::slot_filter::Preconditions;
use crate::ludemes::operators::from_where;
use crate::ludemes::prelude::*;
use crate::ludemes::registry;
use smallvec::SmallVec;
use std::sync::OnceLock;

pub(super) const ROWS: &[Row] = both_forms!("Hop", "hop", "", Requirements::stacks);

struct Hop {
    decision: bool,
    from: From,
    between: Between,
    to: To,
    directions: Arc<DirectionsExpr>,
    stack: bool,
    then: Option<MovesExpr>,
    board: Arc<Topology>,
    lines: Arc<Lines>,
    step_lanes: OnceLock<usize>,
    /// Whether conditions may be asked of more sites than those on the way.
    skips: bool,
    /// Whether the condition on the start is the same on all of the way.
    asks_once: bool,
    /// Whether each jump is over the one site that is next to the start, to the one behind it.
    over_next: bool,
}

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let mut from = From::read_or_variable(call, lo)?;
    let condition = from.take_condition(call, lo);
    let (between, to) = (Between::read(call, lo)?, To::required(call, lo)?);
    let directions = Arc::new(lo.directions_or(call, "directions", Direction::Adjacent)?);
    let on_the_way = |condition: &BoolExpr| condition.uses.any(Uses::TO | Uses::BETWEEN | Uses::VOLATILE);
    // From line to line `to` stays as it was: who asks for it meanwhile is asked line after line.
    let reads_to = |condition: &BoolExpr| condition.uses.any(Uses::TO);
    let by_lines =
        !between.condition.as_ref().is_some_and(reads_to) && !from.condition.as_deref().is_some_and(reads_to);
    let harmless_start = call.part("from").is_none_or(|part| registry::hazard(part, lo) == Hazard::None);
    let hop = Hop {
        decision,
        over_next: between.before.is_none() && between.range.is_none() && between.after.is_none(),
        asks_once: harmless_start && !from.condition.as_deref().is_some_and(on_the_way),
        lines: Lines::new(lo.board(), from.t, &directions),
        from,
        between,
        to,
        directions,
        stack: call.flag("stack", false),
        then: lo.then(call)?,
        board: lo.board(),
        step_lanes: OnceLock::new(),
        skips: lo.skips(call) && by_lines,
    };
    let deferrable = lo.defers(call);
    let hop = Arc::new(hop);
    let bound = {
        let hop = Arc::clone(&hop);
        move || hop.lanes().filter(|_| hop.skips)
    };
    let setwise = (hop.skips && hop.is_told_by_sites()).then(|| hop.setwise());
    let aimed = hop.skips && hop.from.location.is_from() && hop.from.condition.is_none();
    let origins = aimed.then(|| Origins::new(lo.board(), hop.from.t, &hop.directions, on_lines)).flatten();
    Ok(from_where(condition, Moves::in_setwise_lanes(deferrable, bound, (setwise, origins), Jumps(hop)), lo))
}

/// The moves of a hop.
struct Jumps(Arc<Hop>);

impl Lanes for Jumps {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let hop = &*self.0;
        let start = hop.from.start(cx).unwrap_or(cx.it.from);
        let saved = (cx.it.from, cx.it.to, cx.it.between);
        let lines = hop.lines.of_site(cx, start);
        let needed = lines.is_none() || hop.between.range.is_some();
        let directions = if needed { hop.directions.eval(cx, hop.from.t, start) } else { DirectionList::new() };
        let (min, max) = hop.between.range_or(cx, (1, 1));
        cx.it.from = start;
        let starts = !hop.asks_once || hop.from.allowed(cx);
        let steps = hop.step_lanes();
        let (along_steps, along_lines) = out.lane().map_or((true, true), |lane| (lane < steps, lane >= steps));
        if min == 0 && starts && along_steps {
            hop.steps(cx, out, start, &directions);
        }
        if max > 0 && starts && along_lines && !out.full() {
            match lines {
                Some(lines) => hop.jumps(cx, out, start, lines.iter().map(|line| &**line), (min, max)),
                None => {
                    let radials = directions.iter().flat_map(|&d| hop.board.radials(hop.from.t, index(start), d));
                    let lines = radials.map(|radial| radial.path.get(1..).unwrap_or_default());
                    hop.jumps(cx, out, start, lines, (min, max));
                }
            }
        }
        (cx.it.from, cx.it.to, cx.it.between) = saved;
    }

    fn lane(&self, cx: &mut Cx, out: &mut Out, lane: usize) -> bool {
        let hop = &*self.0;
        if !hop.over_next || hop.from.condition.is_some() {
            return false;
        }
        let start = hop.from.start(cx).unwrap_or(cx.it.from);
        let Some(lines) = hop.lines.of_site(cx, start) else { return false };
        let Some((line, &hurdle)) = lines.get(lane).and_then(|line| Some((line, line.first()?))) else { return true };
        let saved = (cx.it.from, cx.it.to, cx.it.between);
        (cx.it.from, cx.it.between) = (start, hurdle as i32);
        if cx.spend(1) && hop.hurdle(cx, None) {
            hop.over(cx, out, (start, line), (0, None), (1, 1), 0);
        }
        (cx.it.from, cx.it.to, cx.it.between) = saved;
        true
    }

    fn any(&self, cx: &mut Cx) -> Option<bool> {
        let hop = &*self.0;
        if !hop.skips || !hop.over_next || hop.from.condition.is_some() || hop.stop().is_some() {
            return None;
        }
        let start = hop.from.start(cx).unwrap_or(cx.it.from);
        let lines = hop.lines.of_site(cx, start)?;
        let saved = (cx.it.from, cx.it.to, cx.it.between);
        cx.it.from = start;
        let found = lines.iter().any(|line| {
            let [hurdle, landing, ..] = line[..] else { return false };
            (cx.it.between, cx.it.to) = (hurdle as i32, landing as i32);
            cx.spend(1) && hop.hurdle(cx, None) && hop.to.allowed(cx)
        });
        (cx.it.from, cx.it.to, cx.it.between) = saved;
        Some(found)
    }

    fn on_board(&self, cx: &mut Cx, t: SiteType, start: i32, see: SeeLane) -> bool {
        let hop = &*self.0;
        if hop.from.condition.is_some() || !hop.from.location.is_from() {
            return false;
        }
        let first = hop.step_lanes();
        if first > 0 {
            let Some(directions) = hop.lines.directions_of_component(cx, t, start) else { return false };
            for site in 0..hop.board.len(t) {
                let steps = directions.iter().map(|&d| hop.board.steps(t, site, d).len()).sum();
                (0..steps).for_each(|lane| see(site, lane, 1, Preconditions::default()));
            }
        }
        let lands = hop.to.apply.as_ref().is_none_or(|apply| apply.condition.is_none());
        let empty = lands && filled(hop.to.condition.as_ref(), t, Uses::TO) == Some(Occupancy::Empty);
        let occupied = filled(hop.between.condition.as_ref(), t, Uses::BETWEEN) == Some(Occupancy::Occupied);
        hop.lines.of_component(cx, t, start, |site, lane, line| {
            let mut needs = Preconditions::default();
            if let [hurdle, landing, ..] = line
                && hop.over_next
            {
                needs.empty = if empty { std::slice::from_ref(landing) } else { &[] };
                needs.occupied = Some(*hurdle).filter(|_| occupied);
            }
            see(site, first + lane, hop.landings(line.len()).unwrap_or(usize::MAX), needs);
        })
    }
}

impl Hop {
    /// Whether the condition on the start holds here on the way.
    fn starts(&self, cx: &mut Cx) -> bool {
        self.asks_once || self.from.allowed(cx)
    }

    /// How many lanes there are at most, and how many landings on one: the steps, where the range may be 0, and the
    /// lines, with a landing behind each part of a run of hurdles.
    fn lanes(&self) -> Option<Bound> {
        let length = self.landings(self.board.longest_radial(self.from.t))?;
        Some(Bound { single: self.step_lanes(), lanes: self.lines()?, length })
    }

    /// How many landings there are at most on a line of so many sites.
    fn landings(&self, length: usize) -> Option<usize> {
        let further = self.between.after.as_ref().map_or(Some(0), |after| after.as_constant().copied())?;
        // Of no hurdles at all the first site may be the landing.
        let least = self.between.range.as_ref().map_or(1, |range| range.as_constant().map_or(0, |range| range.0));
        let behind = length.saturating_sub(usize::from(least > 0));
        let parts = if self.between.exact { behind.min(1) } else { behind };
        Some(parts.saturating_mul(behind.min(1 + usize::try_from(further).unwrap_or(0))))
    }

    fn lines(&self) -> Option<usize> {
        self.directions.most_lanes(&self.board, self.from.t, &|site, d| self.board.most_lines(self.from.t, site, d))
    }

    /// How many of the lanes are steps.
    fn step_lanes(&self) -> usize {
        let range = self.between.range.as_ref();
        let steps = range.is_some_and(|range| range.as_constant().is_none_or(|range| range.0 == 0));
        if steps { *self.step_lanes.get_or_init(|| self.lines().unwrap_or(0)) } else { 0 }
    }

    /// Whether what is asked of hurdles and landings is known for all sites at once, and each jump is over one hurdle
    /// that is next to the start, to the site behind it.
    fn is_told_by_sites(&self) -> bool {
        let t = self.from.t;
        let one = |range: &RangeExpr| range.as_constant() == Some(&(1, 1));
        let known = |condition: &Option<BoolExpr>, variable| {
            condition.as_ref().is_none_or(|condition| condition.on_sites_from(t, variable).is_some())
        };
        let none = |count: &Option<IntExpr>| count.as_ref().is_none_or(|count| count.as_constant() == Some(&0));
        self.from.location.is_from()
            && self.from.condition.is_none()
            && none(&self.between.before)
            && none(&self.between.after)
            && self.between.range.as_ref().is_none_or(one)
            && known(&self.between.condition, Uses::BETWEEN)
            && known(&self.to.condition, Uses::TO)
            && self.to.apply.as_ref().is_none_or(|apply| apply.condition.is_none())
            && !self.directions.uses.any(Uses::ITERATORS | Uses::VOLATILE)
    }

    fn setwise(self: &Arc<Self>) -> Box<dyn Setwise> {
        let (hop, t) = (Arc::clone(self), self.from.t);
        let paths = Arc::new(PathTables::new(Arc::clone(&self.board), t, &self.directions, true, jumps));
        let masks = Box::new(move |cx: &mut Cx| Masks {
            near: sites_or_all(hop.between.condition.as_ref(), cx, t, Uses::BETWEEN),
            far: Some(sites_or_all(hop.to.condition.as_ref(), cx, t, Uses::TO)),
        });
        let conditions = [(&self.between.condition, Uses::BETWEEN), (&self.to.condition, Uses::TO)];
        let told =
            conditions.iter().filter_map(|(condition, variable)| condition.as_ref()?.on_sites_from(t, *variable));
        let asked_uses = uses_of(told);
        let uses = self.directions.uses | asked_uses;
        let hop = Arc::clone(self);
        let leads: PathTest = Box::new(move |cx, [hurdle, landing]| {
            (cx.it.between, cx.it.to) = (hurdle, landing);
            hop.hurdle(cx, None) && hop.to.allowed(cx)
        });
        let by_start = asked_uses.any(Uses::FROM).then_some(leads);
        Box::new(Reach { paths, masks, uses, by_start })
    }

    fn compact_action(&self, cx: &Cx, start: i32, site: i32) -> CompactAction {
        let carried = match self.stack {
            true => Carried { levels: (0, cx.state.height(self.from.t, start) - 1), stack: true, ..Carried::TOP },
            false => Carried::TOP,
        };
        transfer(cx, (self.from.t, start), (self.to.t.unwrap_or(self.from.t), site), carried)
    }

    fn effects(&self) -> impl Iterator<Item = &Apply> {
        [self.to.apply.as_ref(), self.between.apply.as_ref()].into_iter().flatten()
    }

    /// Whether what it does before a move has a compact form.
    fn is_compact(&self) -> bool {
        self.effects().all(Apply::is_compact)
    }

    /// Whether a move has a compact form and may be left so.
    fn allows_compact_in(&self, cx: &Cx, out: &Out) -> bool {
        let effects = self.effects().any(|apply| apply.effect.is_some());
        let fits = if effects { out.takes_effects(cx) } else { out.allows_compact };
        fits && self.decision && self.is_compact()
    }

    /// Adds a move over these hurdles in compact form.
    fn push_compact(&self, cx: &mut Cx, out: &mut Out, (start, site): (i32, i32), hurdles: &[u32]) {
        let decision = self.compact_action(cx, start, site);
        out.push_with(decision, self.then.as_ref(), |before| {
            if let Some(apply) = &self.to.apply {
                apply.compact_effects(cx, before);
            }
            let Some(apply) = self.between.effect() else { return };
            for &hurdle in hurdles {
                cx.it.between = hurdle as i32;
                let mut effects = Effects::new();
                apply.compact_effects_if_it_applies(cx, &mut effects);
                before.insert_many(0, effects);
            }
        });
    }

    fn plain(&self, cx: &mut Cx, start: i32, site: i32) -> Move {
        let mut m = self.compact_action(cx, start, site).written_out(Consequences::new());
        decide(&mut m, self.decision);
        m
    }

    fn steps(&self, cx: &mut Cx, out: &mut Out, start: i32, directions: &[Direction]) {
        let mut seen = SmallVec::<[u32; 8]>::new();
        let mut lanes = 0..;
        for &direction in directions {
            for &step in self.board.steps(self.from.t, index(start), direction) {
                if lanes.next().is_some_and(|lane| !out.follows(lane)) {
                    seen.push(step);
                    continue;
                }
                let site = step as i32;
                cx.it.to = site;
                if !cx.spend(1) || out.full() {
                    return;
                }
                if !out.wants(site) || !self.starts(cx) || !self.to.allowed(cx) || seen.contains(&step) {
                    continue;
                }
                seen.push(step);
                if !out.takes() {
                    continue;
                }
                if out.allows_compact && self.decision && self.between.effect().is_none() {
                    out.push_decision(self.compact_action(cx, start, site), self.then.as_ref());
                    continue;
                }
                let mut m = self.plain(cx, start, site);
                if let Some(apply) = self.between.effect() {
                    m = apply.before_if_it_applies(cx, m);
                }
                emit(out, m, self.then.as_ref());
            }
        }
    }

    fn jumps<'a>(
        &self,
        cx: &mut Cx,
        out: &mut Out,
        start: i32,
        lines: impl Iterator<Item = &'a [u32]>,
        range: (i32, i32),
    ) {
        let before = self.between.before.as_ref().map_or(0, |before| before.eval(cx));
        let after = self.between.after.as_ref().map_or(0, |after| after.eval(cx));
        // Who jumps from afar asks of many sites.
        let hurdles = if before > 0 { self.hurdles(cx) } else { None };
        let hurdles = hurdles.as_ref();
        let (first, many) = out.lane().map_or((0, usize::MAX), |lane| (lane.saturating_sub(self.step_lanes()), 1));
        for line in lines.skip(first).take(many) {
            let elsewhere = |end: i32| line.iter().skip(1).all(|&site| site as i32 != end);
            if self.skips && out.only_to.is_some_and(elsewhere) {
                continue;
            }
            for (i, &site) in line.iter().enumerate() {
                if !cx.spend(1) || out.full() {
                    return;
                }
                if !self.starts(cx) {
                    continue;
                }
                cx.it.between = site as i32;
                if self.hurdle(cx, hurdles) {
                    self.over(cx, out, (start, line), (i, hurdles), range, after);
                    break;
                }
                cx.it.to = site as i32;
                if i as i32 >= before || !self.to.allowed(cx) {
                    break;
                }
            }
        }
    }

    /// The hurdles, where they are known for all sites at once.
    fn hurdles(&self, cx: &mut Cx) -> Option<SiteSet> {
        let condition = self.between.condition.as_ref().filter(|_| self.skips)?;
        let sites = condition.on_sites_while(self.from.t, Uses::BETWEEN, Uses::TO)?;
        (!sites.costly).then(|| sites.eval(cx))
    }

    fn hurdle(&self, cx: &mut Cx, hurdles: Option<&SiteSet>) -> bool {
        match hurdles {
            Some(hurdles) => hurdles.contains(cx.it.between),
            None => super::build::holds(self.between.condition.as_ref(), cx),
        }
    }

    /// The landings behind the run of hurdles that begins at index `first` of a line from a start.
    fn over(
        &self,
        cx: &mut Cx,
        out: &mut Out,
        (start, line): (i32, &[u32]),
        (first, hurdles): (usize, Option<&SiteSet>),
        (min, max): (i32, i32),
        after: i32,
    ) {
        let mut behind = first + 1;
        while behind < line.len() && ((behind - first) as i32) < max && cx.spend(1) {
            cx.it.between = line[behind] as i32;
            if !self.hurdle(cx, hurdles) {
                break;
            }
            behind += 1;
        }
        let run = &line[first..behind];
        let least = usize::try_from(min).unwrap_or(0);
        if run.len() < least {
            return;
        }
        let stop = self.stop();
        for left_over in (0..=run.len() - least).rev() {
            for (t, &site) in line.iter().enumerate().skip(behind - left_over) {
                if !cx.spend(1) || out.full() {
                    return;
                }
                let site = site as i32;
                cx.it.to = site;
                if !self.to.allowed(cx) {
                    if out.wants(site) && stop.is_some_and(|stop| stop.eval(cx)) && out.takes() {
                        let m = self.landing(cx, start, site, run);
                        emit(out, m, self.then.as_ref());
                    }
                    break;
                }
                if stop.is_none()
                    && out.wants(site)
                    && out.takes()
                    && !(self.effects().all(Apply::is_optional) && out.answers(site))
                {
                    let hurdles = &run[..run.len() - left_over];
                    if self.allows_compact_in(cx, out) {
                        return self.push_compact(cx, out, (start, site), hurdles);
                    }
                    let mut m = self.landing(cx, start, site, run);
                    if let Some(apply) = self.between.effect() {
                        for &hurdle in hurdles {
                            cx.it.between = hurdle as i32;
                            m = apply.before_if_it_applies(cx, m);
                        }
                    }
                    emit(out, m, self.then.as_ref());
                }
                if t as i32 - behind as i32 + 1 > after - left_over as i32 {
                    break;
                }
            }
        }
    }

    /// What replaces the landings.
    fn stop(&self) -> Option<&BoolExpr> {
        self.to.apply.as_ref()?.condition.as_ref()
    }

    fn landing(&self, cx: &mut Cx, start: i32, site: i32, run: &[u32]) -> Move {
        let mut m = self.plain(cx, start, site);
        m.between = run.iter().map(|&hurdle| hurdle as i32).collect();
        if let Some(apply) = &self.to.apply { apply.before(cx, m) } else { m }
    }
}

/// The hurdle next to a site and the landing behind it, on each line.
fn jumps(board: &Topology, t: SiteType, site: usize, directions: &[Direction]) -> Box<[Path]> {
    let radials = directions.iter().flat_map(|&d| board.radials(t, site, d));
    let ends = |path: &[u32]| if let [_, hurdle, landing, ..] = *path { [hurdle, landing] } else { NO_PATH };
    radials.map(|radial| ends(&radial.path)).collect()
}
