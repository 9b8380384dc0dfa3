//! `(not a)`: the condition does not hold. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("not", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let part = Arc::new(lo.boolean(call, "a")?);
    if let Some(view) = view::negated(&part, |t| lo.most_sites(t)) {
        return Ok(Expr::new(part.uses, move |cx: &mut Cx| !part.eval(cx)).seen_as(Some(view)));
    }
    Ok(match part.as_constant() {
        Some(holds) => Expr::constant(!holds),
        None => Expr::new(part.uses, move |cx: &mut Cx| !part.eval(cx)),
    })
}
