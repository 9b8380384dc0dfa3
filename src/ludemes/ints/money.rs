//! `(amount player|role)`, `(pot)`: a player's money and the pot, 0 at first.
//!
//! The amount of anybody who is not a player is -1. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("amount", "", amount), Row::int("pot", "", pot)];

fn amount(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let player = super::player(call, lo)?;
    Ok(player.with(Uses::SCORES, move |cx, player| {
        if (1..=cx.state.players()).contains(&player) { cx.state.amounts[player as usize] } else { -1 }
    }))
}

fn pot(_: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::new(Uses::SCORES, |cx| cx.state.pot))
}
