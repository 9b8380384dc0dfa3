//! `(not a)`: the condition does not hold. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("not", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    Ok(map1(lo.boolean(call, "a")?, |holds| !holds))
}
