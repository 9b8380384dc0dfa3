//! `(sites Pending [type])`: the pending values, as sites.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Pending", lower)];

fn lower(_: &Ludeme, _: &mut Lowering) -> Lowered<RegionExpr> {
    Ok(Expr::read(Uses::OTHER, |cx| cx.state.pending.iter().copied().collect()))
}
