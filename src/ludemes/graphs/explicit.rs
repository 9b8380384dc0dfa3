//! `(graph vertices:{{x y} ..} [edges:{{a b} ..}])`: a graph given by its vertices and edges.

use super::{built, dims, items, reals};
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("graph", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let vertices = call.get("vertices").map_or(&[][..], items);
    let vertices = vertices.iter().map(|place| reals(place, lo)).collect::<Lowered<Vec<_>>>()?;
    let edges = match call.get("edges") {
        Some(edges) => pairs(edges, lo)?,
        None => Vec::new(),
    };
    built(call, lo, generate::explicit(&vertices, &edges))
}

/// A list of pairs of vertex numbers.
pub(super) fn pairs(arg: &Arg, lo: &mut Lowering) -> Lowered<Vec<(i32, i32)>> {
    let pair = |item: &Arg, lo: &mut Lowering| match dims(item, lo)?.as_slice() {
        [a, b, ..] => Ok((*a, *b)),
        _ => lo.wrong(&item.origin, "an edge needs two vertices"),
    };
    items(arg).iter().map(|item| pair(item, lo)).collect()
}

/// A list of pairs of places.
pub(super) fn place_pairs(arg: &Arg, lo: &mut Lowering) -> Lowered<Vec<[Vec<f64>; 2]>> {
    let pair = |item: &Arg, lo: &mut Lowering| match items(item) {
        [a, b, ..] => Ok([reals(a, lo)?, reals(b, lo)?]),
        _ => lo.wrong(&item.origin, "an edge needs two places"),
    };
    items(arg).iter().map(|item| pair(item, lo)).collect()
}

/// A list of lists of places.
pub(super) fn rings(arg: &Arg, lo: &mut Lowering) -> Lowered<Vec<Vec<Vec<f64>>>> {
    let ring = |item: &Arg, lo: &mut Lowering| items(item).iter().map(|place| reals(place, lo)).collect();
    items(arg).iter().map(|item| ring(item, lo)).collect()
}
