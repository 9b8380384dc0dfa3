//! `(graph vertices:{{x y} ..} [edges:{{a b} ..}])`: a graph given by its vertices and edges.

use super::{built, reals};
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("graph", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let vertices = call.get("vertices").map_or(&[][..], Arg::each);
    let vertices = vertices.iter().map(|place| reals(place, lo)).collect::<Lowered<Vec<_>>>()?;
    let edges = call.get("edges").map_or(Ok(Vec::new()), |edges| pairs(edges, lo))?;
    built(call, lo, generate::explicit(&vertices, &edges))
}

/// A list of pairs of vertex numbers.
pub(super) fn pairs(arg: &Arg, lo: &mut Lowering) -> Lowered<Vec<(i32, i32)>> {
    let pair = |item: &Arg, lo: &mut Lowering| match lo.dims(item)?.as_slice() {
        [a, b, ..] => Ok((*a, *b)),
        _ => lo.wrong(&item.origin, "an edge needs two vertices"),
    };
    arg.each().iter().map(|item| pair(item, lo)).collect()
}

/// A list of pairs of places.
pub(super) fn place_pairs(arg: &Arg, lo: &mut Lowering) -> Lowered<Vec<[Vec<f64>; 2]>> {
    let pair = |item: &Arg, lo: &mut Lowering| match item.each() {
        [a, b, ..] => Ok([reals(a, lo)?, reals(b, lo)?]),
        _ => lo.wrong(&item.origin, "an edge needs two places"),
    };
    arg.each().iter().map(|item| pair(item, lo)).collect()
}

/// A list of lists of places.
pub(super) fn rings(arg: &Arg, lo: &mut Lowering) -> Lowered<Vec<Vec<Vec<f64>>>> {
    let ring = |item: &Arg, lo: &mut Lowering| item.each().iter().map(|place| reals(place, lo)).collect();
    arg.each().iter().map(|item| ring(item, lo)).collect()
}
