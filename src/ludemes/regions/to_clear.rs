//! `(sites ToClear [type])`: the sites whose pieces wait to be removed.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "ToClear", lower)];

fn lower(_: &Ludeme, _: &mut Lowering) -> Lowered<RegionExpr> {
    Ok(Expr::read(Uses::OTHER, |cx| cx.state.to_clear.iter().copied().collect()))
}
