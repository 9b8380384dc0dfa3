//! `(count Players)`, `(count Active)`, `(count Phases)`, `(count Moves)`, `(count Turns)`, `(count MovesThisTurn)`.
//!
//! The players; those still playing; the phases, 1 without any; the moves made, passes included and start placements
//! left out; the turns, 1 before the first move and one more whenever the mover changes; the moves the mover has made
//! in his turn. In consequences and end rules the move in hand is counted among the moves. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("count", "Players", |_, lo| Ok(Expr::constant(lo.players()))),
    Row::int("count", "Active", |_, _| Ok(Expr::new(Uses::TURN, |cx| cx.state.active_players()))),
    Row::int("count", "Phases", |_, _| Ok(Expr::new(Uses::NONE, |cx| cx.game.phases.len() as i32))),
    Row::int("count", "Moves", |_, _| Ok(Expr::new(Uses::HISTORY, |cx| cx.count_moves() as i32))).history_dependent(),
    Row::int("count", "Turns", |_, _| Ok(Expr::new(Uses::COUNTER, |cx| cx.state.turn))).history_dependent(),
    Row::int("count", "MovesThisTurn", |_, _| Ok(Expr::new(Uses::COUNTER, |cx| cx.state.moves_this_turn)))
        .history_dependent(),
];
