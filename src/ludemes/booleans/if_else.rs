//! `(if condition a [b])`: one of two conditions, the second False where it is left out; only the one that is chosen is
//! evaluated. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::choose;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("if", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    Ok(choose(lo.boolean(call, "cond")?, lo.boolean(call, "ok")?, lo.bool_or(call, "notOk", false)?))
}
