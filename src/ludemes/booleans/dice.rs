//! `(all DiceEqual)`, `(all DiceUsed)`, `(is AnyDie int)`: the dice.
//!
//! All dice fell on the same face, by its number, in the last roll; all dice have been used since they were rolled;
//! some die that has not been used shows the number (a used one counts as 0). Without dice the first and the last are
//! False. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: without dice all of them have been used.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::boolean("all", "DiceEqual", |_, _| Ok(Expr::new(Uses::OTHER, |cx| cx.state.dice_equal()))),
    Row::boolean("all", "DiceUsed", |_, _| {
        Ok(Expr::new(Uses::OTHER, |cx| cx.state.dice().iter().all(|&value| value == 0)))
    }),
    Row::boolean("is", "AnyDie", any),
];

fn any(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let value = lo.int(call, "value")?;
    Ok(value.with(Uses::OTHER, move |cx, value| cx.state.dice().contains(&value)))
}
