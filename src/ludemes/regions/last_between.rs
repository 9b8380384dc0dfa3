//! `(last Between)`: the sites between of the last move.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::region("last", "Between", lower).requires(|needs, _| needs.features.last_between = true)];

fn lower(_: &Ludeme, _: &mut Lowering) -> Lowered<RegionExpr> {
    Ok(Expr::new(Uses::HISTORY, |cx| cx.last_move().map(|m| m.between.iter().copied().collect()).unwrap_or_default()))
}
