//! `(and ..)` of conditions: all of them hold.
//!
//! Evaluated left to right, and no further than the first that fails; an empty list holds. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("and", "", lower).any_order()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    super::junction(call, true, lo, |cx, parts| parts.iter().all(|part| part.eval(cx)))
}
