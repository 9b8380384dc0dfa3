//! `(or ..)` of conditions: at least one of them holds.
//!
//! Evaluated left to right, and no further than the first that holds; an empty list does not hold.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("or", "", lower).any_order()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    super::junction(call, false, lo, |cx, parts| parts.iter().any(|part| part.eval(cx)))
}
