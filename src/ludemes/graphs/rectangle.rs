//! `(rectangle rows [columns] [diagonals:])`: a board of squares in rows and columns.

use super::{built, diagonals, dim_or};
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("rectangle", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let rows = lo.dim(call, "dimA")?;
    let columns = dim_or(call, "dimB", rows, lo)?;
    built(call, lo, generate::rectangle(rows, columns, diagonals(call), false, lo.build))
}
