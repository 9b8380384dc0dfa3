//! `(if condition array [array])`: one of two arrays, the second empty where it is left out; only the one that is
//! chosen is evaluated. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::choose;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::ints("if", "", lower).any_order()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntsExpr> {
    let no = call.get("notOk").map_or_else(|| Ok(Expr::constant(Vec::new())), |arg| lo.ints_arg(arg))?;
    Ok(choose(lo.boolean(call, "cond")?, lo.ints(call, "ok")?, no))
}
