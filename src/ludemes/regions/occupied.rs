//! `(sites Occupied by:role-or-player [container:] [component:] [top:boolean] [on:type])`: the sites with pieces of
//! some players.
//!
//! Without `on:` the pieces on sites of the board's default type count; hands are cells, so they count on a board of
//! cells. A container narrows it to its own sites; a hand's always count then. Its name is that of a container, except
//! that one with `Hand` in it means the hand of the player asked for whose name contains it. `component:` and
//! `components:` take the names of pieces without the number of a player, or the number of a component; any level of a
//! stack may be of them. Of a stack the owner of the top piece must fit, with `top:False` that of any. A large
//! piece is on its root alone, except where the board is named as the container: then on all the cells it covers.
//! (Ludii 1.3.12's behaviour.)

use crate::engine::layout::Stretch;
use crate::engine::role::bit;
use crate::engine::state::Location;
use crate::ludemes::prelude::*;
use std::sync::LazyLock;

pub(super) const ROWS: &[Row] =
    &[Row::region("sites", "Occupied", lower).may_fail_unless(has_container).on_board_if(|_| true)];

/// Whether the container asked for is there: one that is named is looked for while the description is lowered.
fn has_container(call: &Ludeme, lo: &Lowering) -> bool {
    let containers = lo.equipment.layout.containers() as i32;
    call.get("container").is_none_or(|arg| match &arg.value {
        Value::Text(_) => true,
        Value::Int(number) => (0..containers).contains(number),
        Value::Ludeme(part) => crate::ludemes::ints::has_turn(part) && lo.players() < containers,
        _ => false,
    })
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let players = players(call, lo)?;
    let kinds = Kinds::read(call, lo)?;
    let place = place(call, lo)?;
    let t = call.word("on").and_then(SiteType::parse).unwrap_or_else(|| lo.default_type());
    let only_top = lo.features.stacking && call.flag("top", true);
    // Pieces in hands count where hands are of the type asked for.
    let hands = lo.equipment.layout.containers() > 1 && t == SiteType::Cell;
    let on_top = only_top && lo.has_views() && !hands;
    if let (Kinds::All, None) = (&kinds, &place)
        && (on_top || crate::ludemes::ints::pieces::type_of_sets(lo) == Some(t))
    {
        return Ok(at_once(call, players, t).spanning(Some(Span::Each)));
    }
    lo.reads_lists = true;
    let equipment = Arc::clone(&lo.equipment);
    let uses = players.uses | kinds.uses() | uses_of(&place) | Uses::BOARD;
    let region = Expr::new(uses, move |cx| {
        let players = players.eval(cx);
        let mut here = Here { t, stretch: None };
        let mut covering = false;
        if let Some(place) = &place {
            let number = place.eval(cx);
            if number == NO_HAND {
                return SiteSet::new();
            }
            let stretch = usize::try_from(number).ok().and_then(|number| cx.state.layout().stretch(number));
            let Some(stretch) = stretch else {
                cx.fail(Fault::NoSuchContainer(number));
                return SiteSet::new();
            };
            covering = number == 0;
            here = match number {
                0 => Here { t, stretch: Some(Stretch { from: 0, len: cx.state.layout().board_len(t) }) },
                _ => Here { t: SiteType::Cell, stretch: Some(stretch) },
            };
        }
        let mut found = SiteSet::new();
        let mut see = |cx: &Cx, component: usize| {
            if !only_top && players & bit(equipment.components[component].owner) == 0 {
                return;
            }
            for location in cx.state.locations(component) {
                let top = cx.state.piece(location.t, location.site, None);
                if (!only_top || players & bit(i32::from(top.who)) != 0) && here.holds(location) {
                    found.insert(location.site);
                    if covering && let Some(placements) = equipment.placements(component as i32) {
                        let state = cx.state.piece(location.t, location.site, None).state;
                        placements.cells(location.site, state).iter().for_each(|&cell| found.insert(cell));
                    }
                }
            }
        };
        match &kinds {
            Kinds::All => (1..equipment.components.len()).for_each(|component| see(cx, component)),
            Kinds::These(list) => list.iter().for_each(|&component| see(cx, component)),
            Kinds::Number(component) => {
                let component = usize::try_from(component.eval(cx)).unwrap_or(0);
                if (1..equipment.components.len()).contains(&component) {
                    see(cx, component);
                }
            }
        }
        found
    });
    Ok(lo.keep(call, region))
}

/// The sites of players where the sets that the state keeps say where they are, of stacks by the top.
fn at_once(call: &Ludeme, players: Expr<u32>, t: SiteType) -> RegionExpr {
    let role = call.word("by").and_then(Role::parse);
    let uses = players.uses | Uses::BOARD;
    match (role, players.as_constant()) {
        (Some(Role::Mover), _) => Expr::stored(uses, move |cx| owned(cx, t, cx.state.mover())),
        (Some(Role::Next), _) => Expr::stored(uses, move |cx| owned(cx, t, cx.state.next())),
        (_, Some(players)) if players.is_power_of_two() && *players > 1 => {
            let player = players.trailing_zeros() as i32;
            Expr::stored(uses, move |cx| owned(cx, t, player))
        }
        _ => players.with(Uses::BOARD, move |cx, players| crate::ludemes::ints::pieces::pieces_of(cx, t, players)),
    }
}

fn owned(cx: &Cx, t: SiteType, player: i32) -> &SiteSet {
    static NONE: LazyLock<SiteSet> = LazyLock::new(SiteSet::new);
    let player = u8::try_from(player).unwrap_or(0);
    cx.state.site_store(0, t).and_then(|store| store.owned(player)).unwrap_or(&NONE)
}

fn players(call: &Ludeme, lo: &mut Lowering) -> Lowered<Expr<u32>> {
    let by = lo.one_of(call, &["by"], "`(sites Occupied ..)` needs `by:`")?;
    if let Value::Word { .. } = by.value {
        return Ok(lo.role_arg(by)?.as_players());
    }
    Ok(crate::engine::role::bits(lo.player_arg(by)?))
}

/// Which components are looked for.
enum Kinds {
    All,
    These(Vec<usize>),
    Number(IntExpr),
}

impl Kinds {
    fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Kinds> {
        let named = |names: &[&str]| {
            let components = &lo.equipment.components;
            Kinds::These((1..components.len()).filter(|&i| names.contains(&&*components[i].base)).collect())
        };
        if let Some(list) = call.get("components") {
            return Ok(named(&list.each().iter().filter_map(text).collect::<Vec<_>>()));
        }
        let Some(arg) = call.get("component") else { return Ok(Kinds::All) };
        if let Some(name) = text(arg) { Ok(named(&[name])) } else { Ok(Kinds::Number(lo.int_arg(arg)?)) }
    }

    fn uses(&self) -> Uses {
        if let Kinds::Number(component) = self { component.uses } else { Uses::NONE }
    }
}

fn text(arg: &Arg) -> Option<&str> {
    arg.text().map(|text| &**text)
}

/// Stands for the hand of a player who has none.
const NO_HAND: i32 = i32::MIN;

/// The container asked for: by number, by its name, or the hand of the player asked for whose name contains the text.
fn place(call: &Ludeme, lo: &mut Lowering) -> Lowered<Option<IntExpr>> {
    let Some(arg) = call.get("container") else { return Ok(None) };
    let Some(name) = text(arg) else { return Ok(Some(lo.int_arg(arg)?)) };
    let containers = &lo.equipment.containers;
    if !name.contains("Hand") {
        return Ok(Some(Expr::constant(lo.container(name, &arg.origin)? as i32)));
    }
    let of = |owner: i32| containers.iter().position(|c| c.owner == owner && c.name.contains(name));
    let hands: Vec<i32> = (0..=lo.players() + 1).map(|owner| of(owner).map_or(NO_HAND, |hand| hand as i32)).collect();
    let Some(by) = call.get("by") else { return Ok(None) };
    let owner = if let Value::Word { .. } = by.value { lo.role_arg(by)?.as_int() } else { lo.player_arg(by)? };
    Ok(Some(Expr::new(owner.uses, move |cx| {
        usize::try_from(owner.eval(cx)).ok().and_then(|owner| hands.get(owner)).copied().unwrap_or(NO_HAND)
    })))
}

/// Which sites are looked at.
struct Here {
    t: SiteType,
    stretch: Option<Stretch>,
}

impl Here {
    fn holds(&self, location: &Location) -> bool {
        let inside = |s: &Stretch| (s.from..s.from + s.len).contains(&location.site);
        location.t == self.t && self.stretch.as_ref().is_none_or(inside)
    }
}
