//! `(is Repeat [kind])` and `(is Cycle)`: the position has been here before.
//!
//! `is Repeat` compares with the positions (or situations, or those of this turn) after earlier moves; in an end rule
//! the move's own result has not joined them yet. `is Cycle` asks whether the last three blocks of players² positions
//! are the same. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;
use crate::ludemes::rules::{repeats, repetition};

pub(super) const ROWS: &[Row] = &[
    Row::boolean("is", "Repeat", repeat).requires(repeats),
    Row::boolean("is", "Cycle", cycle).requires(|needs, _| needs.features.cycle = true),
];

fn repeat(call: &Ludeme, _: &mut Lowering) -> Lowered<BoolExpr> {
    let kind = repetition(call);
    Ok(Expr::new(Uses::VOLATILE, move |cx| cx.is_repeated(kind)))
}

fn cycle(_: &Ludeme, _: &mut Lowering) -> Lowered<BoolExpr> {
    Ok(Expr::new(Uses::VOLATILE, |cx| cx.is_cycle()))
}
