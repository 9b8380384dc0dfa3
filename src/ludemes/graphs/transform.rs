//! `(shift dx dy [dz] graph)`, `(scale x [y] [z] graph)`, `(rotate degrees graph)`, `(skew amount graph)`: other
//! places, the same numbers.
//!
//! The second factor of `scale` is by default the first, the third 1.

use super::real;
use crate::board::{Graph, operate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::graph("shift", "", shift),
    Row::graph("scale", "", scale),
    Row::graph("rotate", "", |call, lo| {
        Ok(operate::rotate(lo.graph(call, "graph")?, number(call, "degreesFn", 0.0, lo)?))
    }),
    Row::graph("skew", "", |call, lo| Ok(operate::skew(lo.graph(call, "graph")?, number(call, "amount", 0.0, lo)?))),
];

fn shift(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let graph = lo.graph(call, "graph")?;
    let (dx, dy) = (number(call, "dx", 0.0, lo)?, number(call, "dy", 0.0, lo)?);
    Ok(operate::shift(graph, dx, dy, number(call, "dz", 0.0, lo)?))
}

fn scale(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let graph = lo.graph(call, "graph")?;
    let x = number(call, "scaleX", 1.0, lo)?;
    let y = number(call, "scaleY", x, lo)?;
    Ok(operate::scale(graph, x, y, number(call, "scaleZ", 1.0, lo)?))
}

fn number(call: &Ludeme, name: &str, default: f64, lo: &mut Lowering) -> Lowered<f64> {
    call.get(name).map_or(Ok(default), |arg| real(arg, lo))
}
