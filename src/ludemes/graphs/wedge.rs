//! `(wedge rows [columns])`: a triangle of lines from an apex; three columns by default.

use super::built;
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("wedge", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let rows = lo.dim(call, "rows")?;
    let columns = lo.dim_or(call, "columns", 3)?;
    built(call, lo, generate::wedge(rows, columns))
}
