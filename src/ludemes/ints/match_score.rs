//! `(matchScore role)`: a player's score in the match the game is part of; -1, since no match is played.
//! (Ludii 1.3.12's behaviour outside a match.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("matchScore", "", lower)];

fn lower(_: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::constant(-1))
}
