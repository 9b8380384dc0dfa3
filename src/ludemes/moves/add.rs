//! `(move Add [piece] (to ..) [count:] [stack:] [then])`, `(add ..)`: puts a piece down.
//!
//! Without `piece` it is the component whose index is the mover. Component 0 is put down like any other, which changes
//! an empty site only in games with counts; -1 gives nothing. For each component each site of the region in turn,
//! occupied ones included, whose `if:` holds with `to` set and `from` left as it was. One site instead of a region: the
//! first component allowed there, and no more. `count:` below 1 gives nothing; above 1 it repeats the action, and only
//! the first is the decision. An `(apply ..)` whose condition holds comes before, with `from` and `to` on the site, and
//! in the region form such a move stands twice in the list as one and the same move. On edges the edge is recorded.
//! Large pieces: see [`super::large`]. (Ludii 1.3.12's behaviour.)

use super::build::{emit, level_on_top, site_type};
use super::from::{Endpoint, Sites};
use super::large::Addition;
use super::{Pieces, To};
use crate::engine::compact::{CompactAction, Schema};
use crate::engine::generator::{Choose, draw_slot};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = both_forms!("Add", "add", "", |needs, call| {
    needs.stacks(call);
    needs.features.counts |= call.get("count").is_some_and(|count| !matches!(count.value, Value::Int(1)));
});

/// What both `Add` and `Claim` put down where.
pub(super) struct Adding {
    pub what: Option<Pieces>,
    pub to: To,
    pub t: SiteType,
}

impl Adding {
    /// Reads the slots `what` and `to`.
    pub fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        let what = Pieces::read(call, "what", lo)?.map(|pieces| pieces.by_full_name(lo)).transpose()?;
        let to = To::required(call, lo)?;
        let t = to.t.unwrap_or(lo.default_type());
        Ok(Adding { what, to, t })
    }

    /// The component of this number in their order; `None` for what is no component.
    fn component(&self, nth: usize, cx: &mut Cx) -> Option<i32> {
        match &self.what {
            Some(pieces) if nth < pieces.len() => pieces.component(nth, cx),
            None if nth == 0 => self.of_mover(cx),
            _ => None,
        }
    }

    fn of_mover(&self, cx: &Cx) -> Option<i32> {
        let mover = cx.state.mover();
        let known = usize::try_from(mover).is_ok_and(|m| m >= 1 && m < cx.game.equipment.components.len());
        known.then_some(mover)
    }

    /// The components in order, with `None` for what is no component.
    pub fn components(&self, cx: &mut Cx) -> smallvec::SmallVec<[Option<i32>; 4]> {
        match &self.what {
            Some(pieces) => (0..pieces.len()).map(|at| pieces.component(at, cx)).collect(),
            None => std::iter::once(self.of_mover(cx)).collect(),
        }
    }

    /// The local state given, or -1.
    pub fn state(&self, cx: &mut Cx) -> i32 {
        self.what.as_ref().and_then(|pieces| pieces.state.as_ref()).map_or(-1, |state| state.eval(cx))
    }

    /// Whether it puts a piece down as it is, and nothing comes before.
    fn is_plain(&self) -> bool {
        self.to.level.is_none()
            && self.to.apply.is_none()
            && self.what.as_ref().is_none_or(|pieces| pieces.state.is_none())
    }

    /// The action for a component on a site.
    pub fn action(&self, cx: &mut Cx, site: i32, what: i32, decision: bool) -> Action {
        let state = self.state(cx);
        let level = self.to.level.as_ref().map_or(-1, |level| level.eval(cx));
        let t = site_type(cx, self.t, site);
        let kind = if level >= 0 {
            ActionKind::Insert { t, to: site, level, what, state }
        } else {
            let level = level_on_top(cx, t, site);
            ActionKind::Add { t: Some(t), to: site, level, what, count: 1, data: PieceData::state(state), stack: false }
        };
        Action::deciding(kind, decision)
    }

    /// Whether one component is added to the sites of a region for which a condition holds that is known for all sites
    /// at once.
    fn at_once(&self, lo: &Lowering) -> bool {
        self.to.apply.is_none()
            && lo.has_views()
            && self.what.as_ref().is_none_or(|pieces| pieces.len() == 1)
            && matches!(&self.to.location, Endpoint::Region(region) if !region.uses.any(Uses::TO | Uses::VOLATILE))
            && self.to.condition.as_ref().is_some_and(|condition| condition.on_sites(self.t, Uses::TO).is_some())
    }

    /// The sites of the region for which the condition holds.
    fn allowed(&self, cx: &mut Cx, region: &RegionExpr) -> SiteSet {
        let mut sites = region.eval(cx);
        let Some(condition) = &self.to.condition else { return sites };
        let Some(holds) = condition.on_sites(self.t, Uses::TO) else { return sites };
        // What is known of all sites is known of those of the board; in hands each is asked.
        let board = cx.state.layout().board_len(self.t);
        let beyond: smallvec::SmallVec<[i32; 8]> = match usize::try_from(board) {
            Ok(board) if sites.ends_below(board) => Default::default(),
            _ => sites.iter().filter(|&site| site >= board).collect(),
        };
        holds.look(cx, |holds| sites.intersect_with(holds));
        let saved = cx.it.to;
        for site in beyond {
            cx.it.to = site;
            if cx.spend(1) && condition.eval(cx) {
                sites.insert(site);
            } else {
                sites.remove(site);
            }
        }
        cx.it.to = saved;
        sites
    }

    /// The move that adds a component to a site.
    pub fn one(&self, cx: &mut Cx, site: i32, what: i32, decision: bool) -> Move {
        let action = self.action(cx, site, what, decision);
        let mut m = Move::of(cx.state.mover(), site, site, action);
        if self.t == SiteType::Edge {
            m.edge = site;
        }
        m
    }

    /// The same `count` times; `None` when the work is used up.
    fn to_add(&self, cx: &mut Cx, site: i32, what: i32, count: i32, decision: bool) -> Option<Move> {
        let mut m = self.one(cx, site, what, decision);
        for _ in 1..count {
            if !cx.hold_action() {
                return None;
            }
            let repeated = self.action(cx, site, what, false);
            m.items.push(Item::Action(repeated));
        }
        Some(m)
    }
}

struct Add {
    adding: Adding,
    count: IntExpr,
    then: Option<MovesExpr>,
    decision: bool,
    /// Whether it is about one site instead of a region.
    single: bool,
    /// Whether every site of the region is a move.
    unconditional: bool,
    /// Whether the sites for which its condition holds are known at once, and every one of them in the region is a
    /// move.
    at_once: bool,
    skips: bool,
    /// Whether the same holds where pieces are large.
    places_large: bool,
    /// Whether its moves are no more than pieces put down.
    acts: bool,
    /// Whether its moves are no more than one piece put down.
    plain: bool,
    /// Whether moreover there is one component and one piece of it, not large, and it has slots.
    lone: bool,
}

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let adding = Adding::read(call, lo)?;
    let deferrable = adding.to.apply.is_none() && lo.defers(call);
    let count = lo.int_or(call, "count", 1)?;
    let plain = decision && adding.is_plain();
    // What is applied leaves its site in `from` for the sites that follow.
    let state = adding.what.as_ref().and_then(|pieces| pieces.state.as_ref());
    let reads = uses_of(&adding.to.condition) | uses_of(state);
    let skips = lo.skips(call) && !(adding.to.apply.is_some() && reads.any(Uses::FROM));
    let lone = plain
        && skips
        && !lo.equipment.has_large_pieces()
        && count.as_constant() == Some(&1)
        && adding.what.as_ref().is_none_or(|pieces| pieces.len() == 1);
    let then = lo.then(call)?;
    let rule = Add {
        acts: then.is_none() && adding.to.apply.is_none() && !lo.equipment.has_large_pieces(),
        single: !matches!(adding.to.location, Endpoint::Region(_)),
        unconditional: deferrable && adding.to.condition.is_none(),
        at_once: skips && adding.at_once(lo),
        count,
        then,
        skips,
        places_large: lo.equipment.has_large_pieces() && lo.is_harmless(call),
        plain,
        lone,
        adding,
        decision,
    };
    Ok(Moves::of(deferrable, rule))
}

impl Generator for Add {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let count = self.count.eval(cx);
        if count < 1 {
            return;
        }
        let saved = (cx.it.from, cx.it.to);
        match &self.adding.to.location {
            Endpoint::Region(region) if self.unconditional => self.everywhere(cx, out, region, count),
            place => {
                let sites = place.sites(cx, cx.it.to);
                self.where_allowed(cx, out, &sites, count);
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }

    fn has_actions(&self) -> bool {
        self.acts
    }

    fn actions(&self, cx: &mut Cx, actions: &mut ActionList) {
        let count = self.count.eval(cx);
        let saved = (cx.it.from, cx.it.to);
        let sites = self.adding.to.location.sites(cx, cx.it.to);
        for what in self.adding.components(cx).into_iter().flatten().filter(|_| count > 0) {
            let goes_on = self.each_allowed(cx, &sites, |cx, site| {
                actions.begin(site, site);
                for nth in 0..count {
                    if !cx.hold_action() {
                        return false;
                    }
                    actions.push(self.adding.action(cx, site, what, self.decision && nth == 0));
                }
                !self.single
            });
            if !goes_on {
                break;
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }

    fn most_slots(&self) -> Option<usize> {
        (self.skips && self.single && self.adding.to.apply.is_none()).then_some(1)
    }

    /// Two for each component on each site where moves may stand twice in the list.
    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        let Endpoint::Region(region) = &self.adding.to.location else { return self.most_slots() };
        if self.places_large {
            let mut each_site = 0;
            for nth in 0..self.pieces() {
                if let Some(what) = self.adding.component(nth, cx) {
                    each_site += self.addition(cx, what).each(cx)?;
                }
            }
            return Some(region.look(cx, SiteSet::len) * each_site);
        }
        if !self.skips {
            return None;
        }
        if self.at_once {
            return Some(self.adding.allowed(cx, region).len());
        }
        Some(region.look(cx, SiteSet::len) * self.pieces() * self.copies())
    }

    fn allows_compact(&self) -> bool {
        true
    }

    fn draw(&self, cx: &mut Cx, choose: Choose, out: &mut Out) {
        let Some(region) = self.lone_region() else { return draw_slot(self, cx, choose, out) };
        let mut one = |sites: &SiteSet| sites.draw(choose);
        let site = if self.at_once { one(&self.adding.allowed(cx, region)) } else { region.look(cx, one) };
        if let (Some(what), Some(site)) = (self.adding.component(0, cx), site) {
            let saved = std::mem::replace(&mut cx.it.to, site);
            if self.at_once || self.adding.to.allowed(cx) {
                self.push_plain(cx, out, site, what);
            }
            cx.it.to = saved;
        }
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let saved = (cx.it.from, cx.it.to);
        let count = self.count.eval(cx);
        if count >= 1 {
            match &self.adding.to.location {
                Endpoint::Region(region) if self.places_large => self.place_large(cx, region, number, out),
                Endpoint::Region(region) if self.at_once => {
                    let site = self.adding.allowed(cx, region).nth(number);
                    if let (Some(what), Some(site)) = (self.adding.component(0, cx), site) {
                        cx.it.to = site;
                        if self.plain && count == 1 {
                            self.push_plain(cx, out, site, what);
                        } else if let Some(m) = self.made(cx, site, what, count) {
                            emit(out, m, self.then.as_ref());
                        }
                    }
                }
                Endpoint::Region(region) => {
                    let copies = self.copies();
                    let (place, copy) = if copies == 1 { (number, 0) } else { (number / copies, number % copies) };
                    let single = self.adding.what.as_ref().is_none_or(|pieces| pieces.len() == 1);
                    let (nth, site) = region.look(cx, |sites| {
                        if single {
                            return (0, sites.nth(place));
                        }
                        let len = sites.len().max(1);
                        (place / len, sites.nth(place % len))
                    });
                    if let (Some(what), Some(site)) = (self.adding.component(nth, cx), site) {
                        self.at(cx, out, site, (what, count), copy);
                    }
                }
                place => {
                    let sites = place.sites(cx, cx.it.to);
                    out.aim(None, 0);
                    self.where_allowed(cx, out, &sites, count);
                    out.relax();
                }
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }
}

impl Add {
    /// The region to each of whose sites one piece is added as it is, where that is all.
    #[inline]
    fn lone_region(&self) -> Option<&RegionExpr> {
        match &self.adding.to.location {
            Endpoint::Region(region) if self.lone => Some(region),
            _ => None,
        }
    }

    /// How many pieces are named.
    fn pieces(&self) -> usize {
        self.adding.what.as_ref().map_or(1, Pieces::len)
    }

    /// What is put down as the piece of this number, and how many placements of it there are on each site; `None` where
    /// it is no component, which has none, or no large one.
    fn placed(&self, cx: &mut Cx, nth: usize) -> Option<(Addition, usize)> {
        let what = self.adding.component(nth, cx)?;
        let addition = self.addition(cx, what);
        addition.each(cx).map(|each| (addition, each))
    }

    fn addition(&self, cx: &mut Cx, what: i32) -> Addition {
        let state = Some(self.adding.state(cx)).filter(|&state| state >= 0);
        Addition { what, state, t: self.adding.t, decision: self.decision }
    }

    /// The placement of this number of large pieces on the sites of a region, if it fits in.
    fn place_large(&self, cx: &mut Cx, region: &RegionExpr, number: usize, out: &mut Out) {
        let mut left = number;
        for nth in 0..self.pieces() {
            let Some((addition, each)) = self.placed(cx, nth) else { continue };
            let (slots, site) = region.look(cx, |sites| (sites.len() * each, sites.nth(left / each.max(1))));
            if left < slots {
                if let Some(site) = site {
                    addition.nth(site, left % each, cx, out);
                }
                return;
            }
            left -= slots;
        }
    }

    /// Adds the move of one decision that puts a component down.
    #[inline]
    fn push_plain(&self, cx: &Cx, out: &mut Out, site: i32, what: i32) {
        let t = site_type(cx, self.adding.t, site);
        let (level, edge) = (level_on_top(cx, t, site), self.adding.t == SiteType::Edge);
        let schema = Schema::Add { t, what, level, edge };
        out.push_decision(CompactAction::new(schema, cx.state.mover(), site, site), self.then.as_ref());
    }

    /// How often a move may stand in the list.
    fn copies(&self) -> usize {
        if self.adding.to.apply.is_some() { 2 } else { 1 }
    }

    /// Every site of the region is a move: none of them need be looked at to count them.
    fn everywhere(&self, cx: &mut Cx, out: &mut Out, region: &RegionExpr, count: i32) {
        let region = region.eval(cx);
        for what in self.adding.components(cx).into_iter().flatten() {
            match out.takes_among(region.len()) {
                Among::None => continue,
                Among::One(number) => {
                    self.at(cx, out, region.nth(number).unwrap_or(-1), (what, count), 0);
                    break;
                }
                Among::Every => {}
            }
            for site in region.iter() {
                if !cx.spend(1) {
                    break;
                }
                self.at(cx, out, site, (what, count), 0);
                if out.full() {
                    break;
                }
            }
        }
    }

    fn where_allowed(&self, cx: &mut Cx, out: &mut Out, sites: &Sites, count: i32) {
        let adding = &self.adding;
        for what in adding.components(cx).into_iter().flatten() {
            if cx.game.equipment.placements(what).is_some() {
                self.addition(cx, what).list(sites.iter(None), cx, out);
                continue;
            }
            let goes_on = self.each_allowed(cx, sites, |cx, site| {
                if !out.takes() {
                    return !self.single;
                }
                let Some(m) = self.made(cx, site, what, count) else { return false };
                if m.twin {
                    emit(out, m.clone(), self.then.as_ref());
                }
                emit(out, m, self.then.as_ref());
                !self.single && !out.full()
            });
            if !goes_on {
                return;
            }
        }
    }

    /// Sees the sites that are allowed, with `to` on each; `false` when it wants no more, or the work is used up.
    fn each_allowed(&self, cx: &mut Cx, sites: &Sites, mut see: impl FnMut(&mut Cx, i32) -> bool) -> bool {
        sites.iter(None).all(|site| {
            if !cx.spend(1) {
                return false;
            }
            cx.it.to = site;
            !self.adding.to.allowed(cx) || see(cx, site)
        })
    }

    /// The move of a component to a site, if it is allowed there; the second copy of it, if it stands twice in the
    /// list.
    fn at(&self, cx: &mut Cx, out: &mut Out, site: i32, (what, count): (i32, i32), copy: usize) {
        cx.it.to = site;
        if self.plain && count == 1 {
            if self.adding.to.allowed(cx) {
                self.push_plain(cx, out, site, what);
            }
            return;
        }
        if self.adding.to.allowed(cx)
            && let Some(m) = self.made(cx, site, what, count)
            && (copy == 0 || m.twin)
        {
            emit(out, m, self.then.as_ref());
        }
    }

    /// The move of a component to a site, with what comes before.
    fn made(&self, cx: &mut Cx, site: i32, what: i32, count: i32) -> Option<Move> {
        let mut m = self.adding.to_add(cx, site, what, count, self.decision)?;
        if let Some(apply) = &self.adding.to.apply {
            cx.it.from = site;
            if apply.applies(cx) {
                m = apply.before(cx, m);
                m.twin = !self.single;
            }
        }
        Some(m)
    }
}
