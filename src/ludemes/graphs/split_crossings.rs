//! `(splitCrossings graph)`: edges split where they cross.

use super::built;
use crate::board::{Graph, operate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("splitCrossings", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let graph = lo.graph(call, "graph")?;
    built(call, lo, operate::split_crossings(graph))
}
