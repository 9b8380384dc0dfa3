//! `(layers n graph)`: copies of a graph above each other.

use super::built;
use crate::board::{Graph, operate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("layers", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let layers = lo.dim(call, "layers")?;
    let graph = lo.graph(call, "graph")?;
    built(call, lo, operate::layers(layers, &graph))
}
