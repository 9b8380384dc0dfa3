//! `(union region region)`, `(union {region ..})`: the sites of any of the regions.

use super::union_of;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("union", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    Ok(union_of(lo.operands(call, Lowering::region_arg)?))
}
