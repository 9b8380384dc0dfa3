//! `(forEach Piece [on:] [names] [container:] [moves] [player or role] [top:] [then])`: the moves for each piece.
//!
//! For each component of the player (default: the mover; `All` and `Each`: of everybody) by index, filtered by its name
//! without the owner's number, the sites of the container (default: the board) where it stands, in the order of the
//! owned list, or in reverse with `on:`. Each level of a stack counts, or with `top:True` only a piece on top. `from`
//! and `level` are set. Without `moves` the generator declared in the piece is used. For another player than the mover
//! that player is the mover, and the real mover both previous and next, while the moves are generated. The recorded
//! mover is always the state's. Nothing once the game is over. (Ludii 1.3.12's behaviour.)

use super::build::attach;
use super::piece_slots::{Kind, first_filtered};
use crate::engine::count_cache::MoveSets;
use crate::engine::game::Game;
use crate::engine::generator::{Choose, Sieve};
use crate::engine::origins::MOST_SITES;
use crate::engine::slot_filter::FilterBuilder;
use crate::engine::state::{Location, State};
use crate::ludemes::prelude::*;
use std::sync::OnceLock;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Piece", lower)
    .draws_unless(|call, lo| !lo.features.pieces_draw || call.get("specificMoves").is_some())];

/// For each component the sites from which a move of its pieces could end on a site, as [`Generator::origins`].
type Origins = Box<[OnceLock<Option<SiteSet>>]>;

/// The most slots of a piece of which it is kept which may have moves.
const MOST_FILTERED: usize = 1024;

/// How many slots are drawn one after the other that are known beforehand to have no move.
const CHEAP_LOOKS: usize = 16;

/// How many of them are as much work as an evaluation.
const LOOKS_OF_WORK: u64 = 2;

struct ForEachPiece {
    on: Option<SiteType>,
    /// The components whose names are among those asked for, by owner.
    named: Vec<Vec<usize>>,
    container: IntExpr,
    moves: Option<MovesExpr>,
    owner: IntExpr,
    everybody: bool,
    top: BoolExpr,
    then: Option<MovesExpr>,
    /// Whether whose pieces, and which of them, is the same each time when it is asked for.
    steady: bool,
    /// Whether a piece on the board may be asked before those that come before it.
    any_order: bool,
    /// Whether a site holds one piece at most.
    single: bool,
    /// Whether the sites of the pieces that are asked for are those of one type of the board where the component
    /// stands.
    in_sets: bool,
    /// Whether all pieces on the board are asked for, and no others.
    takes_board: bool,
    /// Whether only those slots of a piece are numbered that may have moves: all pieces on the board are asked for, and
    /// stand on sites of its own type.
    numbers_slots: bool,
    /// For each of `named` how many slots a piece of it has at most, none where nothing is generated for it; found when
    /// first asked for.
    kinds: OnceLock<Vec<Vec<Kind>>>,
    /// For each site from where a move could end there; found when first asked for.
    origins: Box<[OnceLock<Origins>]>,
    /// Where the count of the moves is kept.
    count_slot: usize,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let role = lo.role_opt(call, "role")?;
    let owner = match (call.get("player"), role) {
        (Some(arg), _) => lo.player_arg(arg)?,
        (None, Some(role)) => role.as_int(),
        (None, None) => Role::Mover.as_int(),
    };
    lo.reads_lists = true;
    let names = names(call);
    let everybody = matches!(role, Some(Role::All | Role::Each));
    let mut named = vec![Vec::new(); lo.equipment.players.max(0) as usize + 2];
    for (index, component) in lo.equipment.components.iter().enumerate().skip(1) {
        let owner = if everybody { 0 } else { usize::try_from(component.owner).unwrap_or(0) };
        if (names.is_empty() || names.contains(&component.base))
            && let Some(list) = named.get_mut(owner)
        {
            list.push(index);
        }
    }
    let layout = &lo.equipment.layout;
    let sites = usize::try_from(layout.board_len(layout.default_type())).unwrap_or(0);
    let mut rule = ForEachPiece {
        on: call.word("on").and_then(SiteType::parse),
        named,
        container: container(call, lo)?,
        moves: lo.moves_opt(call, "specificMoves")?,
        owner,
        everybody,
        top: lo.bool_or(call, "top", false)?,
        then: lo.then(call)?,
        steady: ["player", "container", "top"]
            .into_iter()
            .filter_map(|slot| call.get(slot))
            .all(|arg| lo.is_harmless_arg(arg)),
        any_order: lo.is_harmless(call) && !lo.features.pieces_draw,
        single: !lo.features.stacking,
        in_sets: false,
        takes_board: false,
        numbers_slots: false,
        kinds: OnceLock::new(),
        origins: if sites > MOST_SITES { Box::default() } else { (0..sites).map(|_| OnceLock::new()).collect() },
        count_slot: lo.count_slot(call),
    };
    let top = !rule.single && rule.top.as_constant() != Some(&false);
    rule.takes_board = !top && rule.container.as_constant() == Some(&0) && rule.on.is_none();
    rule.any_order &= rule.takes_board && rule.single;
    rule.in_sets = rule.takes_board && lo.has_views() && lo.features.swap_remove;
    rule.numbers_slots = rule.takes_board && rule.single && lo.features.other_types.is_empty();
    Ok(Moves::of(false, rule))
}

fn names(call: &Ludeme) -> Vec<Arc<str>> {
    let names = call.get("item").or_else(|| call.get("items")).map_or(&[][..], Arg::each);
    names.iter().filter_map(Arg::text).cloned().collect()
}

fn container(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let Some(arg) = call.get("container").or_else(|| call.get("containerName")) else {
        return Ok(Expr::constant(0));
    };
    let Value::Text(name) = &arg.value else { return lo.int_arg(arg) };
    Ok(Expr::constant(lo.container(name, &arg.origin)? as i32))
}

impl Generator for ForEachPiece {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        if !cx.state.is_over() {
            let owner = self.owner.eval(cx);
            self.list_components(cx, owner, self.components(owner), out);
        }
    }

    fn has_parts(&self) -> bool {
        self.steady && self.named.iter().any(|components| components.len() > 1)
    }

    /// Component by component.
    fn list_parts(&self, cx: &mut Cx, out: &mut Out, sieve: Sieve) -> bool {
        let owner = self.owner.eval(cx);
        cx.state.is_over()
            || self.components(owner).chunks(1).all(|component| {
                self.list_components(cx, owner, component, out);
                sieve(cx, out)
            })
    }

    /// Those of every piece of the mover: of its component as many as any of it may have.
    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        let owner = self.owner.eval(cx);
        if !self.steady || cx.state.is_over() || is_other(cx, owner) {
            return None;
        }
        let (mut sum, sites) = (0, cx.state.layout().sites());
        for kind in self.kinds(&cx.game, owner) {
            // How many slots each has is found where one stands on the board; as long as none does, they have none.
            let mut locations = cx.state.locations(kind.index).iter();
            if let Some(&Location { site, .. }) = locations.find(|at| !self.numbers_slots || at.site < sites) {
                if self.numbers_slots && kind.filter.get().is_none() {
                    self.find_filter(cx, kind, site);
                }
                sum += cx.state.locations(kind.index).len() * kind.each()?;
            }
        }
        Some(sum)
    }

    fn counts(&self) -> bool {
        self.single && self.steady && self.container.as_constant() == Some(&0)
    }

    fn exact(&self, cx: &mut Cx, enough: usize) -> Option<usize> {
        if !self.counts() {
            return None;
        }
        let owner = self.owner.eval(cx);
        if cx.state.is_over() || is_other(cx, owner) {
            return None;
        }
        cx.counted_before(self.count_slot, enough).or_else(|| self.count(cx, owner, enough))
    }

    fn is_counted(&self, cx: &Cx) -> bool {
        cx.counted_before(self.count_slot, usize::MAX).is_some()
    }

    fn pick(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let (start, owner) = (out.watermark(), self.owner.eval(cx));
        if cx.counted_before(self.count_slot, number + 1).is_none() {
            self.count(cx, owner, number + 1);
        }
        let t = cx.state.layout().default_type();
        if let Some(counted) = cx.counted_at(self.count_slot, number) {
            self.ask(cx, counted.component, |cx, moves| {
                if let Some(slot) = moves.slot_of(cx, t, counted) {
                    slot_from(cx, moves, (counted.start, 0), slot, out);
                }
            });
        }
        let mover = cx.state.mover();
        out.set_mover(start, mover);
        attach(out, start, self.then.as_ref());
    }

    fn allows_compact(&self) -> bool {
        true
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        self.slot_of_numbers(cx, std::iter::once(number), out);
    }

    fn slot_among(&self, cx: &mut Cx, slots: usize, choose: Choose, out: &mut Out) {
        self.slot_of_numbers(cx, std::iter::repeat_with(|| choose(slots)).take(CHEAP_LOOKS), out);
    }
}

impl ForEachPiece {
    /// Appends the move of the first of some slots that may have one, as far as is known without looking for it.
    #[inline]
    fn slot_of_numbers(&self, cx: &mut Cx, numbers: impl Iterator<Item = usize>, out: &mut Out) {
        let start = out.watermark();
        let owner = self.owner.eval(cx);
        let kinds = self.kinds(&cx.game, owner);
        let mut looks = 0;
        let numbers = numbers.inspect(|_| looks += 1);
        let found = match self.numbers_slots {
            true => first_filtered(&cx.state, kinds, numbers),
            false => self.first_that_may(cx, kinds, numbers),
        };
        if let Some((kind, location, slot)) = found {
            looks -= 1;
            self.ask(cx, kind.index, |cx, moves| slot_from(cx, moves, (location.site, location.level), slot, out));
        }
        // What is drawn in vain is work as well: it tells when to count moves instead.
        cx.charge(looks / LOOKS_OF_WORK);
        if out.has_more_than(start) {
            let mover = cx.state.mover();
            out.set_mover(start, mover);
            attach(out, start, self.then.as_ref());
        }
    }

    /// As [`first_filtered`], where all slots are numbered ([`ForEachPiece::numbers_slots`]).
    fn first_that_may<'k>(
        &self,
        cx: &mut Cx,
        kinds: &'k [Kind],
        mut numbers: impl Iterator<Item = usize>,
    ) -> Option<(&'k Kind, Location, usize)> {
        numbers.find_map(|number| {
            let mut left = number;
            let (kind, location) = kinds.iter().find_map(|kind| {
                let (locations, each) = (cx.state.locations(kind.index), kind.each().unwrap_or(0));
                let piece = left.checked_div(each).and_then(|piece| locations.get(piece));
                left -= if piece.is_some() { left / each * each } else { locations.len() * each };
                piece.map(|&location| (kind, location))
            })?;
            self.may_have(cx, kind, location, left).then_some((kind, location, left))
        })
    }

    /// Whether a slot of a piece that stands there may have a move, by what is on the board around it.
    #[inline]
    fn may_have(&self, cx: &mut Cx, kind: &Kind, location: Location, slot: usize) -> bool {
        let right = match self.takes_board {
            true => location.site < cx.state.layout().board_len(location.t),
            false => {
                let (container, top) = (self.container.eval(cx), self.top.eval(cx));
                self.stands_right(cx, location, container, top)
            }
        };
        if !right || matches!(kind.filter.get(), Some(None)) {
            return right;
        }
        let Location { t, site, level } = location;
        // In a stack it is the piece on top whose directions are followed.
        if t != cx.state.layout().default_type() || !self.single && level + 1 != cx.state.height(t, site) {
            return true;
        }
        if kind.filter.get().is_none() {
            self.find_filter(cx, kind, site);
        }
        let filter = kind.filter.get().and_then(Option::as_ref);
        filter.is_none_or(|filter| filter.slot(site, slot, cx.state.empty_sites(t)).is_some())
    }

    /// Finds the slots that pieces of a component, which stands there, may have moves in.
    #[cold]
    fn find_filter(&self, cx: &mut Cx, kind: &Kind, start: i32) {
        let builder = self.filter_slots_of(cx, kind.index, start);
        // What is found when the work is used up is right for nobody.
        if cx.fault().is_some() {
            return;
        }
        kind.filter.get_or_init(|| builder?.finish(self.numbers_slots));
    }

    /// The slots that pieces of a component may have moves in; `None` where that is not known.
    fn filter_slots_of(&self, cx: &mut Cx, index: usize, start: i32) -> Option<FilterBuilder> {
        let t = cx.state.layout().default_type();
        let sites = usize::try_from(cx.state.layout().board_len(t)).unwrap_or(0);
        let mut builder = None;
        if sites <= MOST_SITES {
            self.ask(cx, index, |cx, moves| {
                let most = moves.most_slots().filter(|most| *most <= MOST_FILTERED);
                let mut filter = FilterBuilder::new(sites, most.unwrap_or(0));
                if most.is_some() && moves.filter_slots(cx, t, start, 0, &mut filter) {
                    builder = Some(filter);
                }
            });
        }
        builder
    }

    /// Lists the moves of the pieces of some components of an owner.
    fn list_components(&self, cx: &mut Cx, owner: i32, components: &[usize], out: &mut Out) {
        let start = out.watermark();
        let container = self.container.eval(cx);
        let top = self.top.eval(cx);
        let mover = cx.state.mover();
        let saved = (cx.it.from, cx.it.level);
        let turn = cx.state.whose_turn();
        let other = is_other(cx, owner);
        if other {
            cx.set_turn([owner, mover, mover]);
        }
        cx.with_game(|cx, game| self.list_each(cx, game, (components, container, top, other), out));
        if other {
            cx.set_turn(turn);
        }
        (cx.it.from, cx.it.level) = saved;
        out.set_mover(start, mover);
        attach(out, start, self.then.as_ref());
    }

    /// Lists the moves of each piece, as if the turn were its owner's.
    fn list_each(&self, cx: &mut Cx, game: &Game, asked: (&[usize], i32, bool, bool), out: &mut Out) {
        let (components, container, top, other) = asked;
        if self.any_order && out.asks_whether() {
            self.ask_attacker(cx, game, components, out);
        }
        let origins = out.only_to.and_then(|end| self.origins_of(cx, end));
        for &index in components {
            if out.full() || origins.is_some_and(|origins| self.out_of_reach(cx, origins, index)) {
                continue;
            }
            let count = cx.state.locations(index).len();
            if count == 0 {
                continue;
            }
            let Some(moves) = self.generator(game, index) else { continue };
            let seek = |cx: &mut Cx, out: &mut Out, location: Location| {
                if self.stands_right(cx, location, container, top) {
                    (cx.it.from, cx.it.level) = (location.site, location.level);
                    if other {
                        moves.seek_now(cx, out);
                    } else {
                        moves.seek(cx, out);
                    }
                }
            };
            let promising = match out.only_to {
                Some(end) => {
                    let near = self.near(cx, moves, index, end);
                    if let Some((t, sites)) = &near
                        && out.asks_whether()
                        && !cx.game.features.stacking
                    {
                        // The order of the moves does not matter.
                        for site in sites {
                            if !cx.spend(1) || out.full() {
                                break;
                            }
                            seek(cx, out, Location { t: *t, site, level: 0 });
                            if out.full() {
                                cx.attacker = site;
                            }
                        }
                        continue;
                    }
                    near
                }
                None => self.promising(cx, moves, index),
            };
            if promising.as_ref().is_some_and(|(_, sites)| sites.is_empty()) {
                continue;
            }
            for i in 0..count {
                if !cx.spend(1) || out.full() {
                    break;
                }
                let i = if self.on.is_some() { count - 1 - i } else { i };
                let location = cx.state.locations(index)[i];
                if let Some((t, sites)) = &promising
                    && location.t == *t
                    && !sites.contains(location.site)
                {
                    continue;
                }
                seek(cx, out, location);
            }
        }
    }

    /// Asks the piece that was last found to threaten first, as of two moves the same one refutes both more often than
    /// not (killer heuristic).
    fn ask_attacker(&self, cx: &mut Cx, game: &Game, components: &[usize], out: &mut Out) {
        let (t, site) = (cx.state.layout().default_type(), cx.attacker);
        let index = usize::try_from(cx.state.what(t, site)).unwrap_or(0);
        if components.contains(&index)
            && let (Some(moves), Some(end)) = (self.generator(game, index), out.only_to)
            && self.near(cx, moves, index, end).is_some_and(|(_, sites)| sites.contains(site))
        {
            (cx.it.from, cx.it.level) = (site, 0);
            moves.seek_now(cx, out);
        }
    }

    /// The number of the list of an owner.
    #[inline]
    fn list_of(&self, owner: i32) -> usize {
        if self.everybody { 0 } else { usize::try_from(owner).unwrap_or(usize::MAX) }
    }

    /// The components that are asked for.
    fn components(&self, owner: i32) -> &[usize] {
        self.named.get(self.list_of(owner)).map_or(&[], Vec::as_slice)
    }

    /// The same with the slots of their pieces.
    #[inline]
    fn kinds(&self, game: &Game, owner: i32) -> &[Kind] {
        let most = |index| self.generator(game, index).map_or(Some(0), |moves| moves.most_slots());
        let kind = |&index: &usize| Kind { index, most: most(index), filter: OnceLock::new() };
        let all = || self.named.iter().map(|list| list.iter().map(kind).collect()).collect();
        self.kinds.get_or_init(all).get(self.list_of(owner)).map_or(&[], Vec::as_slice)
    }

    /// The sites of pieces of a component that may have moves, where that can be told for all of them at once, and the
    /// board's site type. Where the use of rules is counted, every piece is asked.
    fn promising(&self, cx: &mut Cx, moves: &Moves, index: usize) -> Option<(SiteType, SiteSet)> {
        if cx.state.locations(index).len() < 2 || !moves.narrows() || !cx.game.rules.is_empty() {
            return None;
        }
        let (t, mut starts) = on_board(&cx.state, index)?;
        moves.narrow(cx, t, &mut starts);
        Some((t, starts))
    }

    /// The sites of pieces of a component that may have moves to a site, likewise.
    fn near(&self, cx: &mut Cx, moves: &Moves, index: usize, end: i32) -> Option<(SiteType, SiteSet)> {
        let origins = self.origins_of(cx, end)?.get(index)?;
        if let Some(None) = origins.get() {
            return None;
        }
        let (t, mut starts) = match self.tells_sets(cx) {
            true => (cx.state.layout().default_type(), placed(&cx.state, index).cloned().unwrap_or_default()),
            false => on_board(&cx.state, index)?,
        };
        if let Some(start) = starts.first() {
            // The work is that of the whole board, once a game.
            starts.intersect_with(origins.get_or_init(|| moves.origins(cx, t, start, end)).as_ref()?);
        }
        Some((t, starts))
    }

    /// The sites from which moves to a site could come by component, as far as they are known. Where the use of rules
    /// is counted, every piece is asked.
    fn origins_of(&self, cx: &Cx, end: i32) -> Option<&Origins> {
        let origins = self.origins.get(usize::try_from(end).ok()?).filter(|_| cx.game.rules.is_empty())?;
        Some(origins.get_or_init(|| cx.game.equipment.components.iter().map(|_| OnceLock::new()).collect()))
    }

    /// Whether no piece of a component can come from where it stands to the site that these are of; `false` where that
    /// is not known.
    #[inline]
    fn out_of_reach(&self, cx: &Cx, origins: &Origins, index: usize) -> bool {
        let Some(Some(origins)) = origins.get(index).and_then(OnceLock::get) else { return false };
        self.tells_sets(cx) && !placed(&cx.state, index).is_some_and(|placed| origins.intersects(placed))
    }

    /// Whether the pieces that are asked for stand in the sets of the board.
    #[inline]
    fn tells_sets(&self, cx: &Cx) -> bool {
        self.in_sets && !cx.state.lists_more()
    }

    /// Counts the moves of all pieces, or some that are enough.
    fn count(&self, cx: &mut Cx, owner: i32, enough: usize) -> Option<usize> {
        let mut sets = cx.begin_count(self.count_slot, enough);
        sets.depends(self.owner.uses);
        let told = cx.with_game(|cx, game| {
            self.components(owner).iter().all(|&index| {
                sets.of_component(index);
                match self.generator(game, index) {
                    Some(moves) if !cx.state.locations(index).is_empty() => {
                        self.count_component(cx, moves, index, &mut sets)
                    }
                    _ => true,
                }
            })
        });
        let total = sets.total();
        cx.keep_count(self.count_slot, sets, told);
        told.then_some(total)
    }

    /// As [`Generator::count_setwise`], from all pieces of a component.
    fn count_component(&self, cx: &mut Cx, moves: &Moves, index: usize, sets: &mut MoveSets) -> bool {
        if !moves.narrows() {
            return false;
        }
        let Some((t, starts)) = on_board(&cx.state, index) else { return false };
        self.on.is_none_or(|on| on == t) && moves.count_setwise(cx, t, &starts, sets)
    }

    /// What is generated for pieces of a component.
    fn generator<'a>(&'a self, game: &'a Game, index: usize) -> Option<&'a MovesExpr> {
        self.moves.as_ref().or(game.generators.get(index).and_then(Option::as_ref))
    }

    /// Asks it.
    #[inline]
    fn ask(&self, cx: &mut Cx, index: usize, ask: impl FnOnce(&mut Cx, &Moves)) {
        match &self.moves {
            Some(moves) => ask(cx, moves),
            None => cx.with_game(|cx, game| {
                if let Some(Some(moves)) = game.generators.get(index) {
                    ask(cx, moves);
                }
            }),
        }
    }

    /// Whether what stands there is among what is asked for.
    fn stands_right(&self, cx: &Cx, location: Location, container: i32, top: bool) -> bool {
        let Location { t, site, level } = location;
        if self.on.is_some_and(|on| on != t) {
            return false;
        }
        let here = match cx.state.layout().place(t, site) {
            Some(place) if place.store >= SiteType::ALL.len() => place.store + 1 - SiteType::ALL.len(),
            Some(_) => 0,
            None => return false,
        };
        here as i32 == container && (!top || level + 1 == cx.state.height(t, site))
    }
}

/// Whether somebody is another player than the mover.
#[inline]
fn is_other(cx: &Cx, owner: i32) -> bool {
    owner != cx.state.mover() && (1..=cx.state.players()).contains(&owner)
}

/// Appends the move of a slot from a site and level.
#[inline]
fn slot_from(cx: &mut Cx, moves: &Moves, start: (i32, i32), slot: usize, out: &mut Out) {
    let saved = (cx.it.from, cx.it.level);
    (cx.it.from, cx.it.level) = start;
    moves.slot(cx, slot, out);
    (cx.it.from, cx.it.level) = saved;
}

/// The sites of the board's own type where a component stands, in a game without stacks.
#[inline]
fn placed(state: &State, component: usize) -> Option<&SiteSet> {
    state.site_store(0, state.layout().default_type())?.placed(component)
}

/// The sites of the board's own type where a component stands, each once; `None` if it stands elsewhere too, or more
/// than once on a site.
fn on_board(state: &State, component: usize) -> Option<(SiteType, SiteSet)> {
    let t = state.layout().default_type();
    let store = state.site_store(0, t)?;
    let locations = state.locations(component);
    let starts = if store.stacking() {
        let here = locations.iter().filter(|location| location.t == t && location.site < state.layout().board_len(t));
        here.map(|location| location.site).collect()
    } else {
        placed(state, component).cloned().unwrap_or_default()
    };
    (starts.len() == locations.len()).then_some((t, starts))
}
