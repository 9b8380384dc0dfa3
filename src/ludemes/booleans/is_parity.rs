//! `(is Even int)`, `(is Odd int)`: the lowest bit of a number. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Even", even), Row::boolean("is", "Odd", odd)];

fn even(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    Ok(map1(lo.int(call, "value")?, |value| value & 1 == 0))
}

fn odd(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    Ok(map1(lo.int(call, "value")?, |value| value & 1 == 1))
}
