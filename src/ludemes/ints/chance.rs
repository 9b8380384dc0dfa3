//! `(count Pips ..)`, `(face int)`: the dice. In a game without dice nothing is rolled, and no site holds a die: 0 and -1.
//! (Ludii 1.3.12's behaviour.)
//!
//! Differences: games with dice are not carried out.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("count", "Pips", |call, lo| without_dice(0, call, lo)),
    Row::int("face", "", |call, lo| without_dice(-1, call, lo)),
];

fn without_dice(value: i32, call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    if lo.features.dice {
        return lo.unsupported(&call.origin, format_args!("`({})` in a game with dice", call.form.title()));
    }
    Ok(Expr::constant(value))
}
