//! Which pieces `(count Pieces ..)` and `(no Pieces ..)` are about.

use crate::engine::role;
use crate::engine::site_store::SiteStore;
use crate::engine::state::Location;
use crate::ludemes::prelude::*;
use std::ops::ControlFlow;

/// The selection made by `[type] [role | of:int] ["name"] [in:region] [if:boolean]`.
///
/// The players of the role (all of them, neutral and shared pieces too, without one); each site he owns something on,
/// hands included, or where a type is named a site of the board of this type, and in the region where one is given;
/// with a component whose numbered name contains the name; where the condition holds with `site` set, and `level` in a
/// stacking game. A site without stacks counts its pieces: without a named type those of the site of its number that is
/// of the board's default type, so that a piece on another type counts for nothing unless another player's stands
/// there. A stack counts one for each level whose owner is among the players, once for each of them who owns a level in
/// it. (Ludii 1.3.12's behaviour.)
pub(crate) struct PieceSelection {
    role: Role,
    players: Expr<u32>,
    of: Option<IntExpr>,
    t: Option<SiteType>,
    region: Option<RegionExpr>,
    condition: Option<BoolExpr>,
    /// The components looked at, by owner.
    components: Vec<Vec<usize>>,
    named: bool,
    /// The site type of the sets of sites that the pieces are counted by, where each is one on a site of that type.
    sets: Option<SiteType>,
    /// Whether all pieces of its components are selected, each of them one entry of the lists of what each player owns,
    /// or counted; in stacks where one player is asked for.
    listed: bool,
    /// Whether the pieces of a few components are added up, which takes less time than to look for what is kept.
    pub quick: bool,
    /// What the selection reads.
    pub uses: Uses,
}

impl PieceSelection {
    /// Reads the slots.
    pub(crate) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        let role = lo.role_opt(call, "role")?.unwrap_or(Role::All);
        let players = role.as_players();
        let of = lo.int_opt(call, "of")?;
        let t = call.word("type").and_then(SiteType::parse);
        let region = lo.region_opt(call, "in")?;
        let condition = lo.bool_opt(call, "if")?;
        let name = call.text("name");
        let components: Vec<Vec<usize>> = (0..=lo.players() + 1)
            .map(|owner| {
                let named = |&i: &usize| name.is_none_or(|name| lo.equipment.components[i].name.contains(&**name));
                lo.equipment.components_of(owner).filter(named).collect()
            })
            .collect();
        let all = name.is_none() && condition.is_none();
        let sets = type_of_sets(lo).filter(|&default| all && t.is_none_or(|t| t == default));
        let near = sets.is_some() && region.as_ref().is_some_and(|region| region.span() == Some(Span::Near));
        let uses = if near { Uses::BOARD_HERE.one_step_on() } else { Uses::BOARD }
            | of.as_ref().map_or(players.uses, |of| of.uses)
            | uses_of(&region)
            | uses_of(&condition).without(Uses::SITE | Uses::LEVEL);
        let single = if lo.features.counts { lo.features.other_types.is_empty() } else { lo.features.swap_remove };
        let listed = all && t.is_none() && region.is_none() && (lo.features.stacking || single);
        let named = name.is_some();
        lo.reads_lists = true;
        let asked = players.as_constant().copied().unwrap_or(u32::MAX);
        let lists = components_of(&components, asked).count();
        let quick = listed && of.is_none() && !lo.features.stacking && lists <= FEW;
        Ok(PieceSelection { role, players, of, t, region, condition, components, named, sets, listed, quick, uses })
    }

    /// How many pieces are selected.
    pub(crate) fn count(&self, cx: &mut Cx) -> i32 {
        if let Some(count) = self.count_listed(cx) {
            return count;
        }
        if let (Some(t), Some(players)) = (self.sets, self.players(cx)) {
            return match &self.region {
                Some(region) => {
                    let region = region.eval(cx);
                    pieces_in(cx, t, players, &region) as i32
                }
                None => pieces_of(cx, t, players).len() as i32,
            };
        }
        let mut sum = 0i32;
        self.visit(cx, |count| {
            sum = sum.wrapping_add(count);
            ControlFlow::Continue(())
        });
        sum
    }

    /// Whether there are none.
    pub(crate) fn is_none(&self, cx: &mut Cx) -> bool {
        if let Some(count) = self.count_listed(cx) {
            return count == 0;
        }
        let mut none = true;
        self.visit(cx, |count| {
            none &= count == 0;
            if none { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        none
    }

    /// How many pieces of the components there are, where that is what is asked for and known.
    fn count_listed(&self, cx: &mut Cx) -> Option<i32> {
        if !self.listed {
            return None;
        }
        let players = self.players(cx)?;
        if cx.game.features.stacking && !players.is_power_of_two() {
            return None;
        }
        let counted = cx.game.features.counts && !cx.game.features.stacking;
        components_of(&self.components, players).try_fold(0, |sum: i32, component| {
            let pieces = match counted {
                true => cx.state.counted(component)?,
                false => i32::try_from(cx.state.locations(component).len()).unwrap_or(i32::MAX),
            };
            Some(sum.wrapping_add(pieces))
        })
    }

    /// How many are selected for each site that the region is around, where that can be told for all sites at once.
    pub(crate) fn numbers(&self, call: &Ludeme, lo: &mut Lowering) -> Option<View> {
        let t = self.sets?;
        let players = match &self.of {
            None => self.role.as_players(),
            // A player who does not exist is an error, but only where somebody asks.
            Some(of) => {
                let player = of.as_constant().filter(|&player| (0..=lo.players() + 1).contains(player))?;
                Expr::constant(role::bit(*player))
            }
        };
        if players.uses.any(Uses::ITERATORS | Uses::VOLATILE) {
            return None;
        }
        let pieces = move |cx: &mut Cx| {
            let players = players.eval(cx);
            pieces_of(cx, t, players)
        };
        let region = self.region.as_ref()?;
        let (of, variable, numbers) = view::neighbours_in(region, self.uses.without(Uses::ITERATORS), pieces)?;
        (of == t).then(|| View::Numbers(t, variable, lo.keep(call, numbers)))
    }

    /// The players asked for, as bits; a fault where there is no such player.
    fn players(&self, cx: &mut Cx) -> Option<u32> {
        let Some(of) = &self.of else { return Some(self.players.eval(cx)) };
        let player = of.eval(cx);
        if !(0..=cx.state.players() + 1).contains(&player) {
            cx.fail(Fault::NoSuchPlayer { ludeme: "count Pieces", player });
            return None;
        }
        Some(role::bit(player))
    }

    /// Visits each selected entry with the number of pieces it counts.
    fn visit(&self, cx: &mut Cx, mut see: impl FnMut(i32) -> ControlFlow<()>) {
        let Some(players) = self.players(cx) else { return };
        let region = self.region.as_ref().map(|region| region.eval(cx));
        if region.as_ref().is_some_and(SiteSet::is_empty) {
            return;
        }
        let saved = (cx.it.site, cx.it.level);
        let stacking = cx.game.features.stacking;
        let mut owners = self.components.iter().enumerate().filter(|(owner, _)| players >> owner & 1 == 1);
        let _ = owners.try_for_each(|(owner, components)| {
            if stacking {
                self.stacks(cx, owner as i32, players, region.as_ref(), &mut see)
            } else {
                self.flat(cx, components, region.as_ref(), &mut see)
            }
        });
        (cx.it.site, cx.it.level) = saved;
    }

    fn is_placed(&self, cx: &Cx, location: Location, region: Option<&SiteSet>) -> bool {
        self.t.is_none_or(|t| t == location.t && location.site < cx.state.layout().board_len(t))
            && region.is_none_or(|region| region.contains(location.site))
    }

    /// The type of the site whose pieces are counted for a piece that stands somewhere; `None` where there are none, or
    /// where they are counted as the owner's own.
    fn counted_type(&self, cx: &Cx, location: Location, component: usize) -> Option<SiteType> {
        let layout = cx.state.layout();
        let default = layout.default_type();
        if self.t.is_some() || location.t == default || location.site >= layout.board_len(location.t) {
            return Some(location.t);
        }
        let there = cx.state.piece(default, location.site, None);
        let own = i32::from(there.who) == cx.game.equipment.owner(component as i32);
        (there.what != 0 && !own).then_some(default)
    }

    fn flat(
        &self,
        cx: &mut Cx,
        components: &[usize],
        region: Option<&SiteSet>,
        see: &mut impl FnMut(i32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for &component in components {
            let mut index = 0;
            cx.charge(cx.state.locations(component).len() as u64);
            while let Some(&location) = cx.state.locations(component).get(index) {
                index += 1;
                if !self.is_placed(cx, location, region) {
                    continue;
                }
                cx.it.site = location.site;
                if self.condition.as_ref().is_some_and(|condition| !condition.eval(cx)) {
                    continue;
                }
                let Some(t) = self.counted_type(cx, location, component) else { continue };
                let count = if cx.game.features.counts { cx.state.piece(t, location.site, None).count } else { 1 };
                see(count)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Of stacks each is visited once for an owner who has any piece in it, and then all levels of the players count.
    fn stacks(
        &self,
        cx: &mut Cx,
        owner: i32,
        players: u32,
        region: Option<&SiteSet>,
        see: &mut impl FnMut(i32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut sites = Vec::new();
        let mut met = [SiteSet::new(), SiteSet::new(), SiteSet::new()];
        for location in cx.game.equipment.components_of(owner).flat_map(|component| cx.state.locations(component)) {
            let place = (location.t, location.site);
            if self.is_placed(cx, *location, region) && !met[location.t as usize].contains(location.site) {
                met[location.t as usize].insert(location.site);
                sites.push(place);
            }
        }
        cx.charge(sites.len() as u64);
        for (t, site) in sites {
            cx.charge(cx.state.height(t, site) as u64);
            for level in 0..cx.state.height(t, site) {
                let piece = cx.state.piece(t, site, Some(level));
                let wanted = players >> piece.who & 1 == 1
                    && (!self.named || self.components.iter().flatten().any(|&c| c == usize::from(piece.what)));
                (cx.it.site, cx.it.level) = (site, level);
                if wanted && self.condition.as_ref().is_none_or(|condition| condition.eval(cx)) {
                    see(1)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// How many components are few.
const FEW: usize = 4;

/// The components of some players.
fn components_of(by_owner: &[Vec<usize>], players: u32) -> impl Iterator<Item = usize> {
    let owners = role::players(players).filter_map(|owner| by_owner.get(owner));
    owners.flatten().copied()
}

/// The site type of the sets of sites that say where the pieces of each player are; `None` where they do not.
pub(crate) fn type_of_sets(lo: &Lowering) -> Option<SiteType> {
    let single =
        lo.has_views() && lo.features.swap_remove && !lo.features.counts && lo.equipment.layout.containers() == 1;
    single.then(|| lo.default_type())
}

/// Whether the players that a call asks for exist.
pub(crate) fn names_players(call: &Ludeme, lo: &Lowering) -> bool {
    call.get("of").is_none_or(|of| match &of.value {
        Value::Int(player) => (0..=lo.players() + 1).contains(player),
        Value::Ludeme(part) => part.form.head == "who" || super::has_turn(part),
        _ => false,
    })
}

/// Of these players, but for nobody, the sites where each has pieces.
fn owned_by(store: &SiteStore, players: u32) -> impl Iterator<Item = &SiteSet> {
    role::players(players & !1).filter_map(|owner| store.owned(owner as u8))
}

/// How many of the sites of a region have pieces of these players, in a game in which a site has one piece or none.
fn pieces_in(cx: &Cx, t: SiteType, players: u32, region: &SiteSet) -> usize {
    let Some(store) = cx.state.site_store(0, t) else { return 0 };
    let each = |players: u32| owned_by(store, players).map(|owned| owned.common_len(region)).sum::<usize>();
    if players & 1 == 0 {
        return each(players);
    }
    let inside = region.ends_below(store.len());
    let all = if inside { region.len() } else { SiteSet::below(store.len()).common_len(region) };
    // What is on the board and nobody's is neutral.
    let everybody = (1 << (cx.state.players() + 2)) - 1;
    all - store.empty().common_len(region) - each(!players & everybody)
}

/// The sites of a type where pieces of these players stand, in a game in which a site has one piece or none.
pub(crate) fn pieces_of(cx: &Cx, t: SiteType, players: u32) -> SiteSet {
    let Some(store) = cx.state.site_store(0, t) else { return SiteSet::new() };
    let mut found = SiteSet::new();
    let everybody = (1 << (cx.state.players() + 2)) - 1;
    let neutral = players & 1 == 1;
    if neutral {
        found = SiteSet::below(store.len());
        found.subtract(store.empty());
    }
    for owned in owned_by(store, if neutral { !players } else { players } & everybody) {
        if neutral { found.subtract(owned) } else { found.union_with(owned) }
    }
    found
}
