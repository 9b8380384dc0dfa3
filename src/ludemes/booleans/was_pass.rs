//! `(was Pass)`: the most recent move is a pass. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("was", "Pass", lower)];

fn lower(_: &Ludeme, _: &mut Lowering) -> Lowered<BoolExpr> {
    Ok(Expr::new(Uses::HISTORY, |cx| cx.last().is_some_and(|made| made.pass)))
}
