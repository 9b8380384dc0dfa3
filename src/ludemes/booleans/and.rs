//! `(and ..)` of conditions: all of them hold.
//!
//! Evaluated left to right, and no further than the first that fails; an empty list holds. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("and", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let parts: Arc<[BoolExpr]> = super::operands(call, lo)?.into();
    let uses = parts.iter().fold(Uses::NONE, |all, part| all | part.uses);
    let view = view::joined(&parts, true, |t| lo.most_sites(t)).or_else(|| view::while_threatening(&parts, true));
    Ok(Expr::new(uses, move |cx: &mut Cx| parts.iter().all(|part| part.eval(cx))).seen_as(view))
}
