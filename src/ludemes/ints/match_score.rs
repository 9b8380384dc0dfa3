//! `(matchScore role)`: a player's score in the match that the game is part of; -1 where no match is played.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("matchScore", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let player = lo.int(call, "role")?;
    Ok(player.with(Uses::OTHER, move |cx, player| cx.points.as_ref().map_or(-1, |points| points.score(player))))
}
