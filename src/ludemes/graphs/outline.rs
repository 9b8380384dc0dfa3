//! `(hole graph (poly ..))`, `(keep graph (poly ..))`, `(clip graph (poly ..))`: without the cells inside an outline,
//! or only what is inside, or only what is outside.

use super::poly;
use crate::board::{Graph, Polygon, operate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::graph("hole", "", |call, lo| within(call, lo, operate::hole)),
    Row::graph("keep", "", |call, lo| within(call, lo, |graph, outline| operate::keep(&graph, outline))),
    Row::graph("clip", "", |call, lo| within(call, lo, |graph, outline| operate::clip(&graph, outline))),
];

fn within(call: &Ludeme, lo: &mut Lowering, change: fn(Graph, &Polygon) -> Graph) -> Lowered<Graph> {
    let graph = lo.graph(call, "graphFn")?;
    match call.get("poly") {
        Some(outline) => Ok(change(graph, &poly::read(outline, lo)?)),
        None => lo.wrong(&call.origin, format!("`({})` needs a `(poly ..)`", call.form.title())),
    }
}
