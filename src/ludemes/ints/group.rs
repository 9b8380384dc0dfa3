//! Growing groups of connected sites, as the ludemes about groups do.

use crate::engine::adjacency::Adjacency;
use crate::engine::disjoint_sets::DisjointSets;
use crate::ludemes::prelude::*;
use std::sync::OnceLock;

/// The most sites of a board for which the neighbours of each are a set.
pub(super) const MOST_SITES: usize = 64 * SiteSet::WIDEST;

/// The steps along which groups of sites of one type grow.
pub(crate) struct Growth {
    board: Arc<Topology>,
    /// The site type.
    pub t: SiteType,
    directions: DirectionsExpr,
    /// By site, the sites one step away, where they are always the same, the sets of sites that the state keeps say
    /// what stands where, and no step leads one way only: then it does not matter where a group is begun.
    near: OnceLock<Option<Adjacency>>,
    told_by_sets: bool,
    /// Whether a condition may be asked of more sites than those that are met.
    harmless: bool,
    /// Where the groups found are kept.
    slot: Option<usize>,
}

/// Groups of which no two share a site.
type Groups = Vec<SiteSet>;

impl Growth {
    /// Reads the slots `type` and `directions` of a ludeme; `Adjacent` steps where it names none.
    pub(crate) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Growth> {
        let directions = lo.directions_or(call, "directions", Direction::Adjacent)?;
        let growth = Growth::new(lo.site_type(call, "type"), directions, lo);
        Ok(Growth { harmless: lo.is_harmless(call), slot: Some(lo.keep_slot("groups", call)), ..growth })
    }

    /// Growth along some directions.
    pub(crate) fn new(t: SiteType, directions: DirectionsExpr, lo: &Lowering) -> Growth {
        let told_by_sets = lo.has_views();
        Growth { board: lo.board(), t, directions, near: OnceLock::new(), told_by_sets, harmless: false, slot: None }
    }

    /// Growth along one direction or class of directions.
    pub(crate) fn along(t: SiteType, direction: Direction, lo: &Lowering) -> Growth {
        Growth::new(t, DirectionsExpr::absolute([direction]), lo)
    }

    /// What growing reads besides the condition.
    pub(crate) fn uses(&self) -> Uses {
        self.directions.uses
    }

    /// How many sites of the type the board has.
    pub(crate) fn sites(&self) -> i32 {
        self.board.len(self.t) as i32
    }

    /// Visits the sites one step away; none for a site off the board.
    pub(crate) fn steps(&self, cx: &mut Cx, site: i32, mut visit: impl FnMut(&mut Cx, i32)) {
        if let Some(&[direction]) = self.directions.as_absolute() {
            for &to in self.board.steps(self.t, site as usize, direction) {
                visit(cx, to as i32);
            }
            return;
        }
        for direction in self.directions.eval(cx, self.t, site) {
            for &to in self.board.steps(self.t, site as usize, direction) {
                visit(cx, to as i32);
            }
        }
    }

    fn near(&self) -> Option<&Adjacency> {
        let near = self.near.get_or_init(|| {
            let directions = self.directions.as_absolute().filter(|_| self.told_by_sets)?;
            let sites = self.board.len(self.t);
            let steps = |site| directions.iter().flat_map(move |&d| self.board.steps(self.t, site, d)).copied();
            (sites <= MOST_SITES).then(|| Adjacency::new(sites, steps)).filter(Adjacency::is_symmetric)
        });
        near.as_ref()
    }

    /// The group of a site among the sites of its owner, or `by_component` of its component, of nothing those that are
    /// empty; `None` where that is not told by sets.
    pub(crate) fn group_of_owner(&self, cx: &mut Cx, start: i32, by_component: bool) -> Option<SiteSet> {
        let near = self.near().filter(|_| (0..self.sites()).contains(&start))?;
        let piece = cx.state.piece(self.t, start, None);
        let store = cx.state.site_store(0, self.t)?;
        let alike = match (by_component, piece.what) {
            (true, 0) if piece.count == 0 && !cx.game.features.counts => store.empty(),
            (_, 0) => return None,
            (true, what) => store.placed(usize::from(what))?,
            (false, _) => store.owned(piece.who)?,
        };
        let group = alike.joined_to(start, near, None)?;
        cx.charge(2 * group.len() as u64);
        Some(group)
    }

    /// How many of some regions, always the same for an owner, the group of a site among the sites of its owner shares a
    /// site with; `None` where groups are not kept up to date.
    pub(crate) fn regions_met(&self, cx: &mut Cx, site: i32, who: u8, regions: &[SiteSet]) -> Option<u32> {
        let near = self.near().filter(|_| regions.len() <= DisjointSets::MOST_WANTED)?;
        let (mut by_owner, _) = cx.take_kept::<Vec<DisjointSets>>(self.slot?, Uses::BOARD).unwrap_or_default();
        // As much is charged however many sites have to be joined.
        cx.charge(near.sites() as u64);
        let owned = cx.state.site_store(0, self.t).and_then(|store| store.owned(who));
        if by_owner.len() <= usize::from(who) {
            by_owner.resize(usize::from(who) + 1, DisjointSets::default());
        }
        let sets = &mut by_owner[usize::from(who)];
        let met = usize::try_from(site).ok().zip(owned).and_then(|(site, owned)| sets.met(site, owned, near, regions));
        cx.keep(self.slot?, Uses::BOARD, by_owner);
        met.map(u32::count_ones)
    }

    /// Calls a function with each group of a set of sites, beginning with that of its lowest site; `None` where groups
    /// are not told by sets.
    pub(crate) fn groups_within(&self, cx: &mut Cx, sites: &SiteSet, mut see: impl FnMut(&SiteSet)) -> Option<()> {
        let near = self.near()?;
        let mut left = sites.clone();
        while let Some(start) = left.first() {
            let group = left.joined_to(start, near, None)?;
            cx.charge(2 * group.len() as u64);
            left.subtract(&group);
            see(&group);
        }
        Some(())
    }

    /// The group of a site within a set, which holds it; `None` where groups are not told by sets.
    pub(crate) fn group_within(&self, cx: &mut Cx, set: &SiteSet, start: i32) -> Option<SiteSet> {
        let group = set.joined_to(start, self.near()?, None)?;
        cx.charge(2 * group.len() as u64);
        Some(group)
    }

    /// The group of a site with the same component, or where a condition holds that does not ask about the start; empty
    /// where it does not hold for the start, `None` where groups are not told by sets. What has been found is kept
    /// until something it depends on changes.
    pub(crate) fn known_group(&self, cx: &mut Cx, start: i32, condition: Option<&BoolExpr>) -> Option<SiteSet> {
        let find = |cx: &mut Cx| match condition {
            None => self.group_of_owner(cx, start, true),
            Some(condition) => {
                let sites = self.sites_where(cx, condition)?;
                if sites.contains(start) { self.group_within(cx, &sites, start) } else { Some(SiteSet::new()) }
            }
        };
        let uses = match condition {
            None => Some(Uses::BOARD),
            Some(condition) => condition.on_sites(self.t, Uses::TO).map(|sites| sites.uses),
        };
        let (Some(slot), Some(uses)) = (self.slot, uses) else { return find(cx) };
        if let Some(groups) = cx.kept::<Groups>(slot, uses) {
            if let Some(group) = groups.iter().find(|group| group.contains(start)) {
                return Some(group.clone());
            }
        } else if !cx.is_wanted(slot, uses) {
            return cx.find_kept(find);
        }
        let group = cx.find_kept(find)?;
        let (mut groups, valid) = cx.take_kept::<Groups>(slot, uses).unwrap_or_default();
        if !valid {
            groups.clear();
        }
        if !group.is_empty() && cx.fault().is_none() {
            groups.push(group.clone());
        }
        cx.keep(slot, uses, groups);
        Some(group)
    }

    /// Which of a set of sites are one step from a group; `None` where groups are not told by sets.
    pub(crate) fn beside(&self, group: &SiteSet, among: &SiteSet) -> Option<SiteSet> {
        let near = self.near()?;
        let mut beside = SiteSet::new().widened(near.sites());
        group.iter().for_each(|site| near.add_to(&mut beside, site as usize));
        beside.intersect_with(among);
        Some(beside)
    }

    /// The sites where a condition on `to` holds, `from` and other variables being what they are, where those are found
    /// at once and groups are told by sets.
    pub(crate) fn sites_where(&self, cx: &mut Cx, condition: &BoolExpr) -> Option<SiteSet> {
        self.sites_while(cx, condition, Uses::NONE)
    }

    /// The same for a condition that does not ask about what varies.
    fn sites_while(&self, cx: &mut Cx, condition: &BoolExpr, varying: Uses) -> Option<SiteSet> {
        self.near().filter(|_| self.harmless)?;
        let sites = condition.on_sites_while(self.t, Uses::TO, varying).filter(|sites| !sites.costly)?;
        let mut sites = sites.eval(cx);
        sites.intersect_with(&SiteSet::below(self.board.len(self.t)));
        Some(sites)
    }

    /// The sites on which anything stands.
    pub(crate) fn occupied(&self, cx: &Cx) -> SiteSet {
        let mut occupied = SiteSet::below(self.board.len(self.t));
        // The value of a puzzle's variable stands on a site that stays empty.
        if !cx.game.features.puzzle {
            occupied.subtract(cx.state.empty_sites(self.t));
        }
        // A site that a piece covers, or that counts nothing, is neither empty nor occupied.
        if self.told_by_sets && !cx.game.features.counts {
            return occupied;
        }
        occupied.iter().filter(|&site| cx.state.is_occupied(self.t, site)).collect()
    }

    /// The sites of an owner, where the sets of sites say what stands where and groups are told by sets.
    pub(crate) fn sites_of(&self, cx: &Cx, player: i32) -> Option<SiteSet> {
        self.near()?;
        let player = u8::try_from(player).ok().filter(|&player| player > 0)?;
        Some(cx.state.site_store(0, self.t)?.owned(player).cloned().unwrap_or_default())
    }

    /// Whether a site of the group of a start within a set, the start included, has a neighbour in another set; `None`
    /// where that is not told by sets.
    pub(crate) fn group_touches(&self, cx: &mut Cx, start: i32, within: &SiteSet, other: &SiteSet) -> Option<bool> {
        let group = within.joined_to(start, self.near()?, Some(other));
        cx.charge(4 + 2 * group.as_ref().map_or(0, SiteSet::len) as u64);
        Some(group.is_none())
    }

    /// The group of a site, itself first, then as it is met breadth first. Sites already `seen` stay out; those of the
    /// group join them. The start is not tested.
    pub(crate) fn grow(
        &self,
        cx: &mut Cx,
        start: i32,
        seen: &mut SiteSet,
        mut joins: impl FnMut(&mut Cx, i32) -> bool,
    ) -> Vec<i32> {
        seen.insert(start);
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&site) = group.get(next) {
            next += 1;
            let mut met = 1;
            self.steps(cx, site, |cx, to| {
                met += 1;
                if !seen.contains(to) && joins(cx, to) {
                    seen.insert(to);
                    group.push(to);
                }
            });
            if !cx.spend(met) {
                break;
            }
        }
        group
    }
}

/// Which sites belong to the groups of `(forEach Group ..)` and `(all Groups ..)`: those for which a condition holds,
/// with `to` the tested site, or without one those of the mover.
pub(crate) struct Members<'a> {
    growth: &'a Growth,
    condition: Option<&'a BoolExpr>,
    mover: i32,
    /// All of them, where they are found at once.
    sites: Option<SiteSet>,
}

impl<'a> Members<'a> {
    /// Those of the position now.
    pub(crate) fn new(cx: &mut Cx, growth: &'a Growth, condition: Option<&'a BoolExpr>) -> Self {
        let mover = cx.state.mover();
        let sites = match condition {
            None => growth.sites_of(cx, mover),
            Some(condition) => growth.sites_while(cx, condition, Uses::FROM | Uses::REGION),
        };
        Members { growth, condition, mover, sites }
    }

    /// Whether a site is one of them.
    pub(crate) fn contain(&self, cx: &mut Cx, site: i32) -> bool {
        cx.it.to = site;
        match (&self.sites, self.condition) {
            (Some(sites), _) => sites.contains(site),
            (None, Some(condition)) => condition.eval(cx),
            (None, None) => cx.state.who(self.growth.t, site) == self.mover,
        }
    }

    /// The group of a start that is one of them; `None` where it has to be found step by step.
    pub(crate) fn group_of(&self, cx: &mut Cx, start: i32) -> Option<SiteSet> {
        self.growth.group_within(cx, self.sites.as_ref()?, start)
    }

    /// Where groups begin: at the mover's pieces in the order of the owned lists; with a condition at the pieces of the
    /// players from 0 to players + 1 in turn. (Ludii 1.3.12's behaviour.)
    pub(crate) fn starts(&self, cx: &Cx) -> Vec<i32> {
        let owners = if self.condition.is_some() { 0..=cx.state.players() + 1 } else { self.mover..=self.mover };
        let components = owners.flat_map(|owner| cx.game.equipment.components_of(owner));
        let locations = components.flat_map(|component| cx.state.locations(component));
        let here = locations.filter(|location| location.t == self.growth.t && location.site < self.growth.sites());
        here.map(|location| location.site).collect()
    }
}
