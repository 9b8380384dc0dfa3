//! `(all DiceEqual)`, `(is AnyDie ..)`: the dice. In a game without dice nothing has been rolled, and both are False.
//! (Ludii 1.3.12's behaviour.)
//!
//! Differences: games with dice are not carried out.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::boolean("all", "DiceEqual", without_dice), Row::boolean("is", "AnyDie", without_dice)];

fn without_dice(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    if lo.features.dice {
        return lo.unsupported(&call.origin, format_args!("`({})` in a game with dice", call.form.title()));
    }
    Ok(Expr::constant(false))
}
