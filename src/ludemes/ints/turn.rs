//! `(mover)`, `(next)`, `(prev [Mover|MoverLastTurn])`: whose turn it is, will be and was.
//!
//! After `moveAgain`, next is the mover until the turn advances. `(prev)` is the player who made the previous move, 0
//! before the first; after a repeated turn that is the mover. `(prev MoverLastTurn)` goes back through the moves, start
//! placements (mover 0) included, to the first one that is not by the present mover; -1 if there is none.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("mover", "", |_, _| Ok(Expr::new(Uses::TURN, |cx| cx.state.mover()))),
    Row::int("next", "", |_, _| Ok(Expr::new(Uses::TURN, |cx| cx.state.next()))),
    Row::int("prev", "", prev).history_dependent_if(|call| call.word("type").is_some()),
];

fn prev(call: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    if call.word("type") != Some("MoverLastTurn") {
        return Ok(Expr::new(Uses::TURN, |cx| cx.state.prev()));
    }
    Ok(Expr::new(Uses::TURN | Uses::HISTORY, |cx| {
        let mover = cx.state.mover();
        cx.history.made().iter().rev().map(|m| m.mover).find(|&player| player != mover).unwrap_or(-1)
    }))
}
