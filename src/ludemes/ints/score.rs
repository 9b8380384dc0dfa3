//! `(score player|role)`: the score of a player, 0 at first and for player 0.
//!
//! A player above the number of players, or a negative one, is an error. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("score", "", lower)
    .may_fail_unless(super::is_somebody)
    .requires(|needs, _| needs.features.scores = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let player = super::player(call, lo)?;
    Ok(player.with(Uses::SCORES, move |cx, player| {
        if !(0..=cx.state.players()).contains(&player) {
            cx.fail(Fault::NoSuchPlayer { ludeme: "score", player });
        }
        cx.state.score(player)
    }))
}
