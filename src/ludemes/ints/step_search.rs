//! The search behind `(count Steps .. (step ..) ..)` and `(sites Distance .. (step ..) ..)`.
//!
//! Breadth first from one site: a step leads from `from` to `to`, one step in one of the step's directions, where the
//! `(to if:..)` of the step holds. The start is never tested; every other site on the way is, the last one included.
//! `from` and `to` inside the condition are those of the single step; everything else keeps its outer value. Of the
//! `(step ..)` only its directions (`Adjacent` by default) and the condition count. Directions relative to a facing are
//! those of the piece on the start, all along. (Ludii 1.3.12's behaviour.)
//!
//! Games ask for such distances from every site of the board after every move, so what a search finds out is kept as
//! long as nothing the condition reads has changed: where steps lead, and how far the search from each site has come.
//! It goes no further than it is asked for. Where the condition reads the board near both ends of a step alone, a move
//! does away with the steps near the sites that it has changed, and with no others.

use super::areas::{self, Areas};
use super::pieces::type_of_sets;
use crate::engine::adjacency::Adjacency;
use crate::engine::state::{Contents, Stamp};
use crate::ludemes::directions::facing_at;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The distance of a site that is not reached.
pub(crate) const UNREACHED: i32 = -1;

/// What a `(step ..)` means for a search: where a step may lead.
pub(crate) struct StepTest {
    /// The directions of a step.
    pub directions: DirectionsExpr,
    /// What must hold of `from` and `to`.
    pub condition: Option<BoolExpr>,
    /// Whether the directions may be relative to the piece on the start of the search.
    relative: bool,
    /// Whether the condition may be asked of more steps than those that are tried.
    harmless: bool,
}

impl StepTest {
    /// Reads a `(step ..)` argument.
    pub(crate) fn read(arg: &Arg, lo: &mut Lowering) -> Lowered<StepTest> {
        let Value::Ludeme(step) = &arg.value else {
            return lo.wrong(&arg.origin, "expected `(step ..)` here");
        };
        let directions = lo.directions_or(step, "directions", Direction::Adjacent)?;
        let relative = directions.as_absolute().is_none();
        let condition = step.part("to").map_or(Ok(None), |to| lo.bool_opt(to, "if"))?;
        Ok(StepTest { directions, condition, relative, harmless: lo.is_harmless(step) })
    }

    /// The sites of a type for which the condition holds, where that is told for all of them; `varying` as for
    /// [`BoolExpr::on_sites_while`].
    fn open(&self, t: SiteType, varying: Uses) -> Option<&RegionExpr> {
        self.condition.as_ref().filter(|_| self.harmless)?.on_sites_while(t, Uses::TO, varying)
    }

    /// What the test reads, `from` and `to` left out.
    pub(crate) fn uses(&self) -> Uses {
        (self.directions.uses | uses_of(&self.condition)).without(Uses::FROM | Uses::TO)
    }
}

/// A search over the sites of one type, with what it has found out so far.
pub(crate) struct StepSearch {
    board: Arc<Topology>,
    t: SiteType,
    test: StepTest,
    uses: Uses,
    /// Where the findings are kept; `None` where they depend on more than can be told.
    slot: Option<usize>,
    /// The steps out of each site regardless of the condition, where they are always the same and the condition is one
    /// on the site stepped to alone.
    fixed: Option<Vec<Box<[u32]>>>,
    /// Where areas are kept, and the sites that a step from each site leads to, if they are as [`Areas`] needs them.
    areas: Option<(usize, Adjacency)>,
    /// How far from the ends of a step its condition reads the board, where that and what it reads elsewhere are told
    /// apart.
    reach: Option<usize>,
    /// By site the sites the steps from which depend on what stands there; found when first asked for.
    dependents: OnceLock<Vec<SiteSet>>,
    /// By site the sites from which a step may lead there, whatever the condition says, where they are always the same;
    /// found when first asked for.
    predecessors: OnceLock<Vec<Vec<u32>>>,
}

/// The findings for one state, by the values of the free iterator variables.
#[derive(Clone, Default)]
struct Findings {
    /// Without any.
    plain: Option<Space>,
    /// What the board was when they were found, and everything else that the condition reads, where the steps may
    /// outlive that.
    seen: Option<(Contents, Stamp)>,
    keyed: HashMap<SmallVec<[i32; 4]>, Space>,
}

impl Findings {
    /// Whether a way leads from a site to one of the targets, if that has been found without any variables.
    fn known_to_lead(&self, start: i32, targets: &SiteSet) -> Option<bool> {
        match &self.plain.as_ref()?.leading {
            Some((known, Some(leading))) if known == targets && !targets.contains(start) => {
                Some(leading.contains(start))
            }
            _ => None,
        }
    }
}

/// What is found out about steps and distances.
#[derive(Clone)]
struct Space {
    steps: Steps,
    floods: Vec<Option<Flood>>,
    /// How many more floods may be kept.
    left: usize,
    /// The targets that were asked for last, and the sites from which a way leads to them, once they are asked for
    /// again.
    leading: Option<(SiteSet, Option<SiteSet>)>,
}

/// How many distances are kept for one search at most.
const CAPACITY: usize = 1 << 23;

/// Where steps lead, as far as it has been found out.
#[derive(Clone)]
enum Steps {
    /// The sites that the steps out of each site lead to.
    Lists(Vec<Option<SmallVec<[u32; 8]>>>),
    /// Whether a step may lead to each site.
    Allowed(Vec<Option<bool>>),
}

/// How far the search from one site has come.
#[derive(Clone)]
struct Flood {
    distances: Vec<i32>,
    /// The sites reached, nearest first.
    reached: Vec<u32>,
    /// How many of them have been stepped from.
    expanded: usize,
}

impl Flood {
    fn new(source: usize, n: usize) -> Self {
        let mut distances = vec![UNREACHED; n];
        distances[source] = 0;
        Flood { distances, reached: vec![source as u32], expanded: 0 }
    }

    fn reach(&mut self, site: u32, distance: i32) {
        self.distances[site as usize] = distance;
        self.reached.push(site);
    }
}

impl StepSearch {
    /// A search by this test over the board's sites of this type.
    pub(crate) fn new(step: &Arg, t: SiteType, lo: &mut Lowering) -> Lowered<Self> {
        let test = StepTest::read(step, lo)?;
        let uses = test.uses();
        let keeps = !test.relative && !uses.any(Uses::VOLATILE | Uses::REGION | Uses::HINT);
        let slot = keeps.then(|| lo.keep_slot(t.name(), step));
        let board = lo.board();
        let by_site = test.condition.as_ref().is_none_or(|c| !c.uses.any(Uses::FROM | Uses::VOLATILE));
        let fixed = test.directions.as_absolute().filter(|_| by_site).map(|directions| {
            let steps = |site| directions.iter().flat_map(|&d| board.steps(t, site, d)).copied().collect();
            (0..board.len(t)).map(steps).collect::<Vec<Box<[u32]>>>()
        });
        let told = test.condition.is_none() || test.open(t, Uses::ITERATORS).is_some();
        let near = fixed.as_deref().and_then(areas::near).filter(|_| keeps && told && !uses.any(Uses::ITERATORS));
        let purpose = match t {
            SiteType::Vertex => "areas of vertices",
            SiteType::Edge => "areas of edges",
            SiteType::Cell => "areas of cells",
        };
        let areas = near.map(|near| (lo.keep_slot(purpose, step), near));
        let absolute = test.directions.as_absolute().is_some() && fixed.is_none();
        let free = uses_of(&test.condition);
        let near = absolute && !uses.any(Uses::ITERATORS) && type_of_sets(lo) == Some(t);
        let reach = free.reach().filter(|_| near && free.any(Uses::BOARD));
        let (dependents, predecessors) = (OnceLock::new(), OnceLock::new());
        Ok(StepSearch { board, t, test, uses, slot, fixed, areas, reach, dependents, predecessors })
    }

    /// Whether its directions are the same at every site.
    pub(crate) fn is_absolute(&self) -> bool {
        self.test.directions.as_absolute().is_some()
    }

    /// What the search reads besides its start.
    pub(crate) fn uses(&self) -> Uses {
        self.uses
    }

    /// The sites to which the least number of steps from a site of the board is within a range, itself not among them.
    /// None for a site off the board.
    pub(crate) fn within(&self, cx: &mut Cx, start: i32, (least, most): (i32, i32)) -> SiteSet {
        let Some((slot, near)) = &self.areas else {
            let beyond = |flood: &Flood, site: u32| flood.distances[site as usize] > most;
            let wanted = |flood: &Flood| {
                let steps = |site: &&u32| flood.distances[**site as usize];
                let wanted = |site: &&u32| steps(site) >= least.max(1) && steps(site) <= most;
                flood.reached.iter().filter(wanted).map(|&site| site as i32).collect()
            };
            return self.search(cx, start, beyond, |flood, _| wanted(flood)).unwrap_or_default();
        };
        let Some(source) = usize::try_from(start).ok().filter(|&source| source < near.sites()) else {
            return SiteSet::new();
        };
        self.with_areas(cx, *slot, near, |cx, areas| match least <= 1 && most as usize >= near.sites() && most > 0 {
            true => areas.reached(cx, near, source),
            false => areas.within(cx, near, source, (least, most)),
        })
    }

    /// The least number of steps from a site of the board to another site for which the test holds; `None` where no way
    /// leads to any, and from a site off the board.
    pub(crate) fn nearest(&self, cx: &mut Cx, start: i32, is_target: impl Fn(i32) -> bool) -> Option<i32> {
        let target = |_: &Flood, site: u32| is_target(site as i32) && site as i32 != start;
        self.search(cx, start, target, |flood, found| found.map(|site| flood.distances[site as usize])).flatten()
    }

    /// Whether a way leads from a site of the board to one of the targets, itself not among them; `false` from a site
    /// off the board.
    pub(crate) fn reaches(&self, cx: &mut Cx, start: i32, targets: &SiteSet) -> bool {
        let Some((slot, near)) = &self.areas else {
            return match (self.slot, self.test.directions.as_absolute()) {
                (Some(slot), Some(directions)) if self.fixed.is_none() => {
                    let known = cx.found::<Findings>(slot, self.uses).and_then(|all| all.known_to_lead(start, targets));
                    known.unwrap_or_else(|| cx.find_kept(|cx| self.leads(cx, slot, directions, start, targets)))
                }
                _ => self.nearest(cx, start, |site| targets.contains(site)).is_some(),
            };
        };
        let Ok(source) = usize::try_from(start) else { return false };
        let known = cx.found::<Areas>(*slot, self.uses).and_then(|areas| areas.known_to_lead(near, source, targets));
        if let Some(known) = known {
            return known;
        }
        self.with_areas(cx, *slot, near, |cx, areas| areas.lead(cx, near, source, targets))
    }

    /// Does something with the areas that have been found in this state.
    fn with_areas<T>(
        &self,
        cx: &mut Cx,
        slot: usize,
        near: &Adjacency,
        run: impl FnOnce(&mut Cx, &mut Areas) -> T,
    ) -> T {
        let (mut kept, valid) = cx.take_found::<Areas>(slot, self.uses).unwrap_or_default();
        let areas = Arc::make_mut(&mut kept);
        if !valid {
            *areas = Areas::among(match self.test.open(self.t, Uses::ITERATORS) {
                Some(open) => cx.find_kept(|cx| open.eval(cx)),
                None => SiteSet::below(near.sites()),
            });
        }
        let answer = cx.find_kept(|cx| run(cx, areas));
        if cx.fault().is_none() {
            cx.keep_found(slot, self.uses, kept);
        }
        answer
    }

    /// As [`StepSearch::reaches`], where steps lead the same ways at every site. When the same targets are asked for
    /// again, the ways to them are followed back, which tells it of all sites.
    fn leads(&self, cx: &mut Cx, slot: usize, directions: &[Direction], start: i32, targets: &SiteSet) -> bool {
        let asked = |_: &Flood, site: u32| site as i32 != start && targets.contains(site as i32);
        let Some(source) = usize::try_from(start).ok().filter(|&source| source < self.board.len(self.t)) else {
            return false;
        };
        self.with_space(cx, slot, |cx, space| {
            match &mut space.leading {
                Some((known, leading)) if known == targets => {
                    if leading.is_none() {
                        let sites = self.follow_back(cx, directions, &mut space.steps, targets);
                        *leading = Some(sites);
                    }
                    if let Some(leading) = leading.as_ref().filter(|_| !targets.contains(start)) {
                        return leading.contains(start);
                    }
                }
                leading => *leading = Some((targets.clone(), None)),
            }
            self.find(cx, source, space, asked, |_, found| found.is_some())
        })
    }

    /// The sites from which a way leads to the targets, these among them.
    fn follow_back(&self, cx: &mut Cx, directions: &[Direction], steps: &mut Steps, targets: &SiteSet) -> SiteSet {
        let Steps::Lists(lists) = steps else { return SiteSet::new() };
        let predecessors = self.predecessors.get_or_init(|| {
            let mut predecessors = vec![Vec::new(); lists.len()];
            for site in 0..lists.len() {
                for &to in directions.iter().flat_map(|&direction| self.board.steps(self.t, site, direction)) {
                    predecessors[to as usize].push(site as u32);
                }
            }
            predecessors
        });
        let mut leading = targets.clone();
        let mut todo: Vec<usize> = targets.iter().filter_map(|site| usize::try_from(site).ok()).collect();
        while let Some(to) = todo.pop() {
            let Some(before) = predecessors.get(to) else { continue };
            if !cx.spend(1 + before.len() as u64) {
                break;
            }
            for &site in before {
                if leading.contains(site as i32) {
                    continue;
                }
                let site = site as usize;
                if lists[site].get_or_insert_with(|| self.steps(cx, site, site)).contains(&(to as u32)) {
                    leading.insert(site as i32);
                    todo.push(site);
                }
            }
        }
        leading
    }

    /// The least number of steps from a site of the board to another; `None` where no way leads.
    pub(crate) fn steps_to(&self, cx: &mut Cx, start: i32, to: i32) -> Option<i32> {
        self.search(
            cx,
            start,
            |_, site| site as i32 == to,
            |flood, _| flood.distances.get(to as usize).copied().filter(|&steps| steps != UNREACHED),
        )
        .flatten()
    }

    /// Searches from a site until a site reached is the last one wanted, or to the end, and reads off the answer.
    fn search<T>(
        &self,
        cx: &mut Cx,
        start: i32,
        last: impl Fn(&Flood, u32) -> bool,
        answer: impl FnOnce(&Flood, Option<u32>) -> T,
    ) -> Option<T> {
        let n = self.board.len(self.t);
        let source = usize::try_from(start).ok().filter(|&s| s < n)?;
        // A search that begins anew goes over all sites once.
        cx.charge(n as u64 / 4);
        let Some(slot) = self.slot else {
            let mut flood = Flood::new(source, n);
            let mut space = self.nothing(cx);
            let found = self.expand(cx, source, &mut space, &mut flood, last);
            return Some(answer(&flood, found));
        };
        cx.find_kept(|cx| self.with_space(cx, slot, |cx, space| Some(self.find(cx, source, space, last, answer))))
    }

    /// Does something with what has been found out in this state.
    fn with_space<T>(&self, cx: &mut Cx, slot: usize, run: impl FnOnce(&mut Cx, &mut Space) -> T) -> T {
        let n = self.board.len(self.t);
        // The findings are taken out while conditions are evaluated, which may come back here.
        let (mut findings, valid) = cx.take_found::<Findings>(slot, self.uses).unwrap_or_default();
        let all = Arc::make_mut(&mut findings);
        if !valid {
            self.renew(cx, all);
        }
        let key = self.key(cx);
        if all.keyed.len() >= CAPACITY / 16 / (n + 16) {
            all.keyed.clear();
        }
        let space = if key.is_empty() {
            all.plain.get_or_insert_with(|| self.nothing(cx))
        } else {
            all.keyed.entry(key).or_insert_with(|| self.nothing(cx))
        };
        let answer = run(cx, space);
        if cx.fault().is_none() {
            cx.keep_found(slot, self.uses, findings);
        }
        answer
    }

    /// Takes out of what was found in another state what may be otherwise in this one.
    fn renew(&self, cx: &Cx, all: &mut Findings) {
        let seen = self.reach.and_then(|reach| {
            let contents = cx.state.contents(self.t)?;
            Some((reach, contents, cx.state.stamp(self.uses.without(Uses::BOARD))))
        });
        let Some((reach, contents, rest)) = seen else {
            *all = Findings::default();
            return;
        };
        let space = all.plain.take();
        all.plain = all.seen.take().filter(|(_, before)| *before == rest).zip(space).map(|((before, _), mut space)| {
            let dependents = self.dependents.get_or_init(|| self.dependents(reach));
            if let Steps::Lists(lists) = &mut space.steps {
                let changed = contents.changed_since(&before);
                let stale = changed.iter().filter_map(|site| dependents.get(site as usize)).flat_map(SiteSet::iter);
                stale.for_each(|from| lists[from as usize] = None);
            }
            space.left += space.floods.iter_mut().filter_map(Option::take).count();
            space.leading = None;
            space
        });
        all.seen = Some((contents, rest));
    }

    /// By site the sites the steps from which depend on what stands there, where the condition reads the board so many
    /// steps from their ends.
    fn dependents(&self, reach: usize) -> Vec<SiteSet> {
        const STEPS: [Direction; 2] = [Direction::Adjacent, Direction::Orthogonal];
        let directions = || self.test.directions.as_absolute().into_iter().flatten().chain(&STEPS);
        let n = self.board.len(self.t);
        let mut dependents = vec![SiteSet::new(); n];
        for from in 0..n {
            let mut near: SiteSet = [from as i32].into_iter().collect();
            for _ in 0..=reach {
                for site in near.clone().iter() {
                    let next = directions().flat_map(|&direction| self.board.steps(self.t, site as usize, direction));
                    next.for_each(|&to| near.insert(to as i32));
                }
            }
            near.iter().for_each(|site| dependents[site as usize].insert(from as i32));
        }
        dependents
    }

    /// As [`StepSearch::search`], going on from what was found from this site before.
    fn find<T>(
        &self,
        cx: &mut Cx,
        source: usize,
        space: &mut Space,
        last: impl Fn(&Flood, u32) -> bool,
        answer: impl FnOnce(&Flood, Option<u32>) -> T,
    ) -> T {
        let mut flood = match space.floods[source].take() {
            Some(flood) => {
                space.left += 1;
                flood
            }
            None => Flood::new(source, self.board.len(self.t)),
        };
        let found = self.expand(cx, source, space, &mut flood, last);
        let answer = answer(&flood, found);
        if space.left > 0 {
            space.left -= 1;
            space.floods[source] = Some(flood);
        }
        answer
    }

    fn nothing(&self, cx: &mut Cx) -> Space {
        let n = self.board.len(self.t);
        cx.charge(8 * n as u64);
        let steps = if self.fixed.is_some() { Steps::Allowed(vec![None; n]) } else { Steps::Lists(vec![None; n]) };
        Space { steps, floods: vec![None; n], left: CAPACITY / (n + 1), leading: None }
    }

    /// The values of the iterator variables that the condition takes from outside.
    fn key(&self, cx: &Cx) -> SmallVec<[i32; 4]> {
        if !self.uses.any(Uses::ITERATORS) {
            return SmallVec::new();
        }
        let it = &cx.it;
        let variables = [
            (Uses::SITE, it.site),
            (Uses::LEVEL, it.level),
            (Uses::BETWEEN, it.between),
            (Uses::VALUE, it.value),
            (Uses::PLAYER, it.player),
            (Uses::TRACK, it.track),
            (Uses::PIPS, it.pips),
        ];
        variables.into_iter().filter(|(part, _)| self.uses.any(*part)).map(|(_, value)| value).collect()
    }

    /// Goes on with a search, until a site reached is the last one wanted; gives the first such site.
    fn expand(
        &self,
        cx: &mut Cx,
        source: usize,
        space: &mut Space,
        flood: &mut Flood,
        last: impl Fn(&Flood, u32) -> bool,
    ) -> Option<u32> {
        if let Some(&found) = flood.reached.iter().find(|&&site| last(flood, site)) {
            return Some(found);
        }
        let mut found = None;
        while found.is_none()
            && let Some(&site) = flood.reached.get(flood.expanded)
        {
            flood.expanded += 1;
            if !cx.spend(1) {
                break;
            }
            let site = site as usize;
            let beyond = flood.distances[site] + 1;
            let before = flood.reached.len();
            cx.charge(self.fixed.as_ref().map_or(4, |fixed| fixed[site].len() as u64));
            match (&mut space.steps, &self.fixed) {
                (Steps::Allowed(allowed), Some(fixed)) => {
                    for &to in &fixed[site] {
                        if flood.distances[to as usize] == UNREACHED
                            && *allowed[to as usize].get_or_insert_with(|| self.allows(cx, site, to))
                        {
                            flood.reach(to, beyond);
                        }
                    }
                }
                (Steps::Lists(lists), _) => {
                    for &to in lists[site].get_or_insert_with(|| self.steps(cx, source, site)).iter() {
                        if flood.distances[to as usize] == UNREACHED {
                            flood.reach(to, beyond);
                        }
                    }
                }
                (Steps::Allowed(_), None) => {}
            }
            found = flood.reached[before..].iter().copied().find(|&site| last(flood, site));
        }
        found
    }

    /// Whether the condition holds for a step.
    fn allows(&self, cx: &mut Cx, from: usize, to: u32) -> bool {
        let Some(condition) = &self.test.condition else { return true };
        let saved = (cx.it.from, cx.it.to);
        (cx.it.from, cx.it.to) = (from as i32, to as i32);
        let holds = condition.eval(cx);
        (cx.it.from, cx.it.to) = saved;
        holds
    }

    /// Where one step leads from a site.
    fn steps(&self, cx: &mut Cx, source: usize, site: usize) -> SmallVec<[u32; 8]> {
        let saved = cx.it.from;
        cx.it.from = site as i32;
        let directions = match self.test.relative {
            // What is turned is asked about where it stands, rotation and all.
            true if cx.game.features.rotations => self.test.directions.eval(cx, self.t, source as i32),
            true => {
                let facing = facing_at(cx, self.t, source as i32);
                self.test.directions.eval_facing(cx, self.t, site as i32, Some(facing))
            }
            false => self.test.directions.eval(cx, self.t, site as i32),
        };
        let open = self.test.open(self.t, Uses::NONE).map(|open| open.eval(cx));
        cx.it.from = saved;
        let steps = directions.into_iter().flat_map(|direction| self.board.steps(self.t, site, direction)).copied();
        match open {
            Some(open) => steps.filter(|&to| open.contains(to as i32)).collect(),
            None => steps.filter(|&to| self.allows(cx, site, to)).collect(),
        }
    }
}
