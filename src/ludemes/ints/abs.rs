//! `(abs a)`: the absolute value; that of the least integer is itself. (Ludii 1.3.12's behaviour.)

use super::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("abs", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(map1(lo.int(call, "value")?, i32::wrapping_abs))
}
