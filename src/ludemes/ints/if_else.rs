//! `(if condition a b)`: one of two integers; only the one that is chosen is evaluated. (Ludii 1.3.12's behaviour.)

use super::choose;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("if", "", lower).any_order()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(choose(lo.boolean(call, "cond")?, lo.int(call, "valueA")?, lo.int(call, "valueB")?))
}
