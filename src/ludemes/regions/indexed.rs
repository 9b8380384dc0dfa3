//! `(sites Row [type] [index])`, `Column`, `Phase`, `Layer`: the sites of a row, column, phase or layer by its number.
//!
//! A negative number gives nothing. (Ludii 1.3.12's behaviour.)
//!
//! Differences: a column, phase or layer beyond the last is empty, as a row is; Ludii 1.3.12 fails there.

use super::set_of;
use crate::ludemes::ints::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::region("sites", "Row", |call, lo| indexed(call, lo, Topology::row_sites)),
    Row::region("sites", "Column", |call, lo| indexed(call, lo, Topology::column_sites)),
    Row::region("sites", "Phase", |call, lo| indexed(call, lo, Topology::phase_set)),
    Row::region("sites", "Layer", |call, lo| indexed(call, lo, Topology::layer_sites)),
];

type Find = fn(&Topology, SiteType, usize) -> &[u32];

fn indexed(call: &Ludeme, lo: &mut Lowering, find: Find) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "elementType");
    let index = lo.int_or(call, "index", -1)?;
    let board = lo.board();
    Ok(map1(index, move |index| usize::try_from(index).map_or_else(|_| SiteSet::new(), |i| set_of(find(&board, t, i)))))
}
