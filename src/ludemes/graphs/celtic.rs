//! `(celtic rows [columns])`, `(celtic {side ..})`, `(celtic (poly ..))`: a knotwork board.

use super::{built, extent};
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("celtic", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let extent = extent(call, ["rows", "columns"], lo)?;
    built(call, lo, generate::celtic(&extent))
}
