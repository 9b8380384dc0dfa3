//! `(if condition a [b])`: one of two conditions, the second False where it is left out; only the one that is chosen is
//! evaluated. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::choose;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("if", "", lower).any_order()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let parts = [lo.boolean(call, "cond")?, lo.boolean(call, "ok")?, lo.bool_or(call, "notOk", false)?];
    if parts[0].as_constant().is_some() {
        let [condition, yes, no] = parts;
        return Ok(choose(condition, yes, no));
    }
    let parts = Arc::new(parts);
    let (view, uses) = (view::chosen(&parts, &lo.board()), uses_of(parts.iter()));
    let chosen = Expr::new(uses, move |cx: &mut Cx| {
        let [condition, yes, no] = &*parts;
        if condition.eval(cx) { yes.eval(cx) } else { no.eval(cx) }
    });
    Ok(chosen.seen_as(view))
}
