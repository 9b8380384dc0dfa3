//! `(add [graph] [vertices:] [edges:] [edgesCurved:] [cells:] [connect:boolean])`: more vertices, edges and cells.
//!
//! Edges and cells are given by the places or by the numbers of their vertices.

use super::explicit::{pairs, place_pairs, rings};
use super::{built, depth, reals};
use crate::board::Graph;
use crate::board::operate::{self, Additions};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("add", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let graph = call.get("graph").map_or_else(|| Ok(Graph::new()), |graph| lo.graph_arg(graph))?;
    let mut more = Additions { connect: call.flag("connect", false), ..Additions::default() };
    if let Some(arg) = call.get("vertices") {
        more.vertices = arg.each().iter().map(|place| reals(place, lo)).collect::<Lowered<_>>()?;
    }
    match call.get("edges") {
        Some(arg) if depth(arg) > 2 => more.edges_at = place_pairs(arg, lo)?,
        Some(arg) => more.edges = pairs(arg, lo)?,
        None => {}
    }
    if let Some(arg) = call.get("edgesCurved") {
        more.curved = place_pairs(arg, lo)?;
    }
    match call.get("cells") {
        Some(arg) if depth(arg) > 2 => more.cells_at = rings(arg, lo)?,
        Some(arg) => more.cells = arg.each().iter().map(|cell| lo.dims(cell)).collect::<Lowered<_>>()?,
        None => {}
    }
    built(call, lo, operate::add(graph, &more))
}
