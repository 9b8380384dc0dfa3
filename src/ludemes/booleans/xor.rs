//! `(xor a b)`: exactly one of two conditions holds. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::map2;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("xor", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    Ok(map2(lo.boolean(call, "a")?, lo.boolean(call, "b")?, |a, b| a != b))
}
