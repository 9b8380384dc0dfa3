//! `(or ..)` of conditions: at least one of them holds.
//!
//! Evaluated left to right, and no further than the first that holds; an empty list does not hold.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("or", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let parts = super::operands(call, lo)?;
    let uses = parts.iter().fold(Uses::NONE, |all, part| all | part.uses);
    Ok(Expr::new(uses, move |cx| parts.iter().any(|part| part.eval(cx))))
}
