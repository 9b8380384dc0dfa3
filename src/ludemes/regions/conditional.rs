//! `(if condition region [region])`: one of two regions, nothing where the second is missing.

use crate::ludemes::ints::choose;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("if", "", lower).any_order()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let (condition, yes) = (lo.boolean(call, "cond")?, lo.region(call, "ok")?);
    let no = lo.region_opt(call, "notOk")?.unwrap_or_else(|| Expr::constant(SiteSet::new()));
    Ok(choose(condition, yes, no))
}
