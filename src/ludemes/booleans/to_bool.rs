//! `(toBool int)`, `(toBool float)`: whether a number is not 0. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("toBool", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    match lo.int_opt(call, "intFn")? {
        Some(value) => Ok(map1(value, |value| value != 0)),
        None => Ok(map1(lo.float(call, "floatFn")?, |value| value != 0.0)),
    }
}
