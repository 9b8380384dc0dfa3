//! `(or ..)` of conditions: at least one of them holds.
//!
//! Evaluated left to right, and no further than the first that holds; an empty list does not hold.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("or", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let parts: Arc<[BoolExpr]> = super::operands(call, lo)?.into();
    let uses = parts.iter().fold(Uses::NONE, |all, part| all | part.uses);
    let view = view::joined(&parts, false, |t| lo.most_sites(t)).or_else(|| view::while_threatening(&parts, false));
    Ok(Expr::new(uses, move |cx: &mut Cx| parts.iter().any(|part| part.eval(cx))).seen_as(view))
}
