//! `(all Passed)`: every player has passed in his last turn.
//!
//! False while fewer moves have been made than there are players. It asks of the turns up to and including that of the
//! state's mover, so it is meant for end rules and phases, where the mover is still the one who has just moved.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::boolean("all", "Passed", lower).requires(|needs, _| needs.features.no_pass_end = true)];

fn lower(_: &Ludeme, _: &mut Lowering) -> Lowered<BoolExpr> {
    Ok(Expr::new(Uses::HISTORY | Uses::TURN, |cx| cx.count_moves() as i32 >= cx.state.players() && cx.all_passed()))
}
