//! `(toInt boolean)`, `(toInt float)`: 1 or 0; a real number truncated toward zero. (Ludii 1.3.12's behaviour.)

use super::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("toInt", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    match lo.bool_opt(call, "boolFn")? {
        Some(condition) => Ok(map1(condition, i32::from)),
        None => Ok(map1(lo.float(call, "floatFn")?, |value| value as i32)),
    }
}
