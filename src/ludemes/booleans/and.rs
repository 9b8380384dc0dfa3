//! `(and ..)` of conditions: all of them hold.
//!
//! Evaluated left to right, and no further than the first that fails; an empty list holds. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("and", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let parts = super::operands(call, lo)?;
    let uses = parts.iter().fold(Uses::NONE, |all, part| all | part.uses);
    Ok(Expr::new(uses, move |cx| parts.iter().all(|part| part.eval(cx))))
}
