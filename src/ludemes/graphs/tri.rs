//! `(tri [shape] size [size])`, `(tri {side ..})`, `(tri (poly ..))`: a board of triangles.

use super::built;
use super::hex::{outline, shape};
use crate::board::Graph;
use crate::board::generate::{self, Shape};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("tri", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let sized = |word: Option<&str>, a, b| shape(word.unwrap_or("Triangle"), a, b).unwrap_or(Shape::Triangle(a));
    let shape = outline(call, lo, sized)?;
    built(call, lo, generate::tri(&shape, lo.build))
}
