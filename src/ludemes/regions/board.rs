//! `(sites Board [type])`: all sites of the board of a type.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Board", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    Ok(Expr::constant(SiteSet::below(lo.board().len(lo.site_type(call, "elementType")))))
}
