//! `(rectangle rows [columns] [diagonals:])`: a board of squares in rows and columns.

use super::{built, diagonals};
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("rectangle", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let rows = lo.dim(call, "dimA")?;
    let columns = lo.dim_or(call, "dimB", rows)?;
    built(call, lo, generate::rectangle(rows, columns, diagonals(call), false, lo.build))
}
