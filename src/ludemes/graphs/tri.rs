//! `(tri [shape] size [size])`, `(tri {side ..})`, `(tri (poly ..))`: a board of triangles.

use super::built;
use super::hex::{outlined, shape};
use crate::board::Graph;
use crate::board::generate::{self, Shape};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("tri", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let shape = match outlined(call, lo)? {
        Some(shape) => shape,
        None => {
            let a = lo.dim(call, "dimA")?;
            let b = lo.dim_opt(call, "dimB")?;
            shape(call.word("shape").unwrap_or("Triangle"), a, b).unwrap_or(Shape::Triangle(a))
        }
    };
    built(call, lo, generate::tri(&shape, lo.build))
}
