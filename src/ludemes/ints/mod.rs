//! Integers.

mod abs;
mod add;
mod ahead;
mod areas;
mod array_value;
mod centre_point;
mod coord;
mod cost;
mod count_at;
mod count_elements;
mod count_game;
mod count_groups;
mod count_legal_moves;
mod count_liberties;
mod count_neighbours;
mod count_pieces;
mod count_sites;
mod count_stack;
pub(crate) mod count_steps;
mod count_value;
mod counter;
mod dice;
mod div;
mod edge;
mod extremes;
mod geometry;
pub(crate) mod group;
mod hand_site;
mod id;
mod if_else;
mod iterators;
mod last;
pub(crate) mod loops;
mod map_entry;
mod match_score;
mod money;
mod mul;
mod piece_data;
pub(crate) mod pieces;
mod player;
mod pow;
mod region_site;
mod rem;
mod score;
pub(crate) mod size_group;
mod size_of;
mod size_territory;
pub(crate) mod step_search;
mod sub;
pub(crate) mod tile_paths;
mod to_int;
mod top_level;
pub(crate) mod tracks;
mod turn;
mod value;
mod var;
mod where_piece;

use crate::ludemes::prelude::*;

pub(super) use iterators::is_site;

family! {
    abs add ahead array_value centre_point coord cost count_at count_elements count_game count_groups count_legal_moves
    count_liberties count_neighbours count_pieces count_sites count_stack count_steps count_value counter dice div edge
    extremes geometry hand_site id if_else iterators last map_entry match_score money mul piece_data player pow
    region_site rem score size_group size_of size_territory sub tile_paths to_int top_level tracks turn value var
    where_piece
}

/// A function of one value; of a constant, a constant.
pub(super) fn map1<A: ExprValue, T: ExprValue>(a: Expr<A>, f: impl Fn(A) -> T + Send + Sync + 'static) -> Expr<T> {
    match a.as_constant() {
        Some(value) => Expr::constant(f(value.clone())),
        None => Expr::new(a.uses, move |cx| f(a.eval(cx))),
    }
}

/// A function of two values, the first evaluated first; of constants, a constant.
pub(super) fn map2<A: ExprValue, B: ExprValue, T: ExprValue>(
    a: Expr<A>,
    b: Expr<B>,
    f: impl Fn(A, B) -> T + Send + Sync + 'static,
) -> Expr<T> {
    match (a.as_constant(), b.as_constant()) {
        (Some(x), Some(y)) => Expr::constant(f(x.clone(), y.clone())),
        (None, Some(y)) => {
            let y = y.clone();
            Expr::new(a.uses, move |cx| f(a.eval(cx), y.clone()))
        }
        _ => a.with(b.uses, move |cx, x| f(x, b.eval(cx))),
    }
}

/// The component of a name and of an owner; -1 where he has none.
fn component_of(name: &str, owner: IntExpr, lo: &Lowering) -> IntExpr {
    let of = |owner| lo.equipment.component_of(name, owner).map_or(-1, |index| index as i32);
    let table: Vec<i32> = (0..=lo.players() + 1).map(of).collect();
    map1(owner, move |owner| usize::try_from(owner).ok().and_then(|owner| table.get(owner)).copied().unwrap_or(-1))
}

/// One of two values; only the one that is chosen is evaluated.
pub(super) fn choose<T: ExprValue>(condition: BoolExpr, yes: Expr<T>, no: Expr<T>) -> Expr<T> {
    match condition.as_constant() {
        Some(true) => yes,
        Some(false) => no,
        None => {
            let uses = yes.uses | no.uses;
            condition.with(uses, move |cx, holds| if holds { yes.eval(cx) } else { no.eval(cx) })
        }
    }
}

/// The operands of `(+ ..)` and `(* ..)`.
enum ListOrPair {
    Pair(IntExpr, IntExpr),
    List(Vec<IntExpr>),
    Array(IntsExpr),
}

impl ListOrPair {
    fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        if let Some(arg) = call.get("list") {
            if let Value::Array(items) = &arg.value {
                return Ok(ListOrPair::List(lo.int_args(items)?));
            }
            return Ok(ListOrPair::Array(lo.ints_arg(arg)?));
        }
        if call.get("array").is_some() {
            return Ok(ListOrPair::Array(lo.ints(call, "array")?));
        }
        Ok(ListOrPair::Pair(lo.int(call, "a")?, lo.int(call, "b")?))
    }
}

/// A function of two integers, for all sites at once where they have a number for every site.
fn of_two(a: IntExpr, b: IntExpr, f: impl Binary<i32>) -> IntExpr {
    view::combined(a, b, f).unwrap_or_else(|both| {
        let (a, b) = *both;
        map2(a, b, f)
    })
}

fn fold_list(operands: ListOrPair, pair: impl Binary<i32>, all: fn(&[i32]) -> i32) -> IntExpr {
    match operands {
        ListOrPair::Pair(a, b) => of_two(a, b, pair),
        ListOrPair::Array(array) => map1(array, move |values| all(&values)),
        ListOrPair::List(items) => {
            let constants: Option<Vec<i32>> = items.iter().map(|item| item.as_constant().copied()).collect();
            if let Some(values) = constants {
                return Expr::constant(all(&values));
            }
            Expr::new(uses_of(&items), move |cx| {
                let values: Vec<i32> = items.iter().map(|item| item.eval(cx)).collect();
                all(&values)
            })
        }
    }
}

/// A division by whatever kind of quotient; by zero it fails.
fn divide(
    sign: &'static str,
    (a, b): (&str, &str),
    quotient: fn(i32, i32) -> i32,
    call: &Ludeme,
    lo: &mut Lowering,
) -> Lowered<IntExpr> {
    let (a, b) = (lo.int(call, a)?, lo.int(call, b)?);
    match (a.as_constant(), b.as_constant()) {
        (Some(_), Some(0)) => lo.wrong(&call.origin, "division by zero"),
        (Some(&a), Some(&b)) => Ok(Expr::constant(quotient(a, b))),
        _ => Ok(Expr::new(a.uses | b.uses, move |cx| {
            let (a, b) = (a.eval(cx), b.eval(cx));
            if b == 0 {
                cx.fail(Fault::DivisionByZero(sign));
                return 0;
            }
            quotient(a, b)
        })),
    }
}

/// The player a ludeme is about: its `(player ..)`, its role or its index.
pub(super) fn player(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    match player_opt(call, lo)? {
        Some(player) => Ok(player),
        None => lo.wrong(&call.origin, format!("`({})` needs a player", call.form.title())),
    }
}

/// Whether the player a ludeme is about is somebody for sure: one whose turn it is or will be, or a player of the game.
pub(super) fn is_somebody(call: &Ludeme, lo: &Lowering) -> bool {
    let there = |word: &str| match Role::parse(word) {
        Some(Role::Mover | Role::Next) => true,
        Some(Role::Player(player)) => (1..=lo.players()).contains(&i32::from(player)),
        _ => false,
    };
    ["role", "player", "indexPlayer", "index"].iter().any(|name| match call.get(name) {
        Some(Arg { value: Value::Ludeme(part), .. }) => has_turn(part),
        _ => call.word(name).is_some_and(there),
    })
}

/// Whether a ludeme gives one whose turn it is or will be.
pub(super) fn has_turn(call: &Ludeme) -> bool {
    matches!(call.form.head, "mover" | "next")
}

/// Whether a division is one by a number that is not 0.
fn divides_by_number(call: &Ludeme, _: &Lowering) -> bool {
    let by = call.get("b").or_else(|| call.get("modulo"));
    by.is_some_and(|arg| matches!(arg.value, Value::Int(number) if number != 0))
}

/// Whether a ludeme is about the site of the last move: in `ifAfterwards` that of the candidate, which is a site of the
/// board or none at all, and elsewhere the same for all candidates, so that it fails whichever of them is looked at.
pub(super) fn is_at_last_to(call: &Ludeme, _: &Lowering) -> bool {
    call.get("at").is_none_or(|arg| match &arg.value {
        Value::Ludeme(at) => at.form.head == "last" && at.form.keyword == Some("To"),
        _ => false,
    })
}

/// The player a ludeme is about, if it names one.
pub(super) fn player_opt(call: &Ludeme, lo: &mut Lowering) -> Lowered<Option<IntExpr>> {
    let arg = ["player", "role", "indexPlayer", "index"].into_iter().find_map(|name| call.get(name));
    arg.map(|arg| lo.player_arg(arg)).transpose()
}

/// The most recent move's `to`, -1 where there is none.
fn last_to() -> IntExpr {
    Expr::read(Uses::HISTORY, |cx| cx.last().map_or(-1, |m| m.to))
}

/// The site of a slot, or the most recent move's `to`.
pub(super) fn site_or_last_to(call: &Ludeme, name: &str, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(lo.int_opt(call, name)?.unwrap_or_else(last_to))
}

/// The sites of the slots `in` or `at`, or the most recent move's `to`.
pub(super) fn sites_or_last_to(call: &Ludeme, lo: &mut Lowering) -> Lowered<SitesExpr> {
    if let Some(arg) = call.get("in").or_else(|| call.get("at")) {
        return lo.sites_arg(arg);
    }
    Ok(last_to().into_sites())
}
