//! `(count Players)`, `(count Active)`, `(count Phases)`, `(count Moves)`, `(count Turns)`, `(count MovesThisTurn)`.
//!
//! The players; those still playing; the phases, 1 without any; the moves made, passes included and start placements
//! left out; the turns, 1 before the first move and one more whenever the mover changes; the moves the mover has made in
//! his turn. In consequences and end rules the move in hand is counted among the moves. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("count", "Players", players),
    Row::int("count", "Active", active),
    Row::int("count", "Phases", phases),
    Row::int("count", "Moves", moves).history_dependent(),
    Row::int("count", "Turns", turns).history_dependent(),
    Row::int("count", "MovesThisTurn", moves_this_turn).history_dependent(),
];

fn players(_: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::constant(lo.players()))
}

fn active(_: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::new(Uses::TURN, |cx| cx.state.active_players()))
}

fn phases(_: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::new(Uses::NONE, |cx| cx.game.phases.len() as i32))
}

fn moves(_: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::new(Uses::HISTORY, |cx| cx.count_moves() as i32))
}

fn turns(_: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::new(Uses::COUNTER, |cx| cx.state.turn))
}

fn moves_this_turn(_: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::new(Uses::COUNTER, |cx| cx.state.moves_this_turn))
}
