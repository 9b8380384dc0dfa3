//! `(subdivide graph [min:n])`: each cell of at least so many sides divided about its middle.

use super::built;
use crate::board::{Graph, operate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("subdivide", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let graph = lo.graph(call, "graph")?;
    let min = lo.dim_or(call, "min", 1)?;
    built(call, lo, operate::subdivide(graph, min, lo.build))
}
