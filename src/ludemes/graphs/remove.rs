//! `(remove graph [cells:] [edges:] [vertices:] [trimEdges:boolean])`, `(remove graph (poly ..))`: fewer elements.
//!
//! Cells and vertices are given by place or by number, edges by the places or the numbers of their ends.

use super::explicit::{pairs, place_pairs, rings};
use super::{depth, poly, reals};
use crate::board::Graph;
use crate::board::operate::{self, Removals};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("remove", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let graph = lo.graph(call, if call.get("graph").is_some() { "graph" } else { "graphFn" })?;
    let mut less = Removals { keep_bare_edges: !call.flag("trimEdges", true), ..Removals::default() };
    if let Some(outline) = call.get("poly") {
        less.outline = Some(poly::read(outline, lo)?);
    }
    match call.get("cells") {
        Some(arg) if depth(arg) > 1 => less.cells_at = rings(arg, lo)?,
        Some(arg) => less.cells = lo.dims(arg)?,
        None => {}
    }
    match call.get("edges") {
        Some(arg) if depth(arg) > 2 => less.edges_at = place_pairs(arg, lo)?,
        Some(arg) => less.edges = pairs(arg, lo)?,
        None => {}
    }
    match call.get("vertices") {
        Some(arg) if depth(arg) > 1 => {
            less.vertices_at = arg.each().iter().map(|place| reals(place, lo)).collect::<Lowered<_>>()?;
        }
        Some(arg) => less.vertices = lo.dims(arg)?,
        None => {}
    }
    Ok(operate::remove(graph, &less))
}
