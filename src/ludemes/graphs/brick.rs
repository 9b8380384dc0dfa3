//! `(brick [shape] size [size] [trim:boolean])`: a wall of bricks.

use super::built;
use crate::board::Graph;
use crate::board::generate::{self, Bricks};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("brick", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let a = lo.dim(call, "dimA")?;
    let b = lo.dim_or(call, "dimB", a)?;
    let shape = match call.word("shape") {
        Some("Diamond") => Bricks::Diamond(a),
        Some("Prism") => Bricks::Prism(a, b),
        Some("Spiral") => Bricks::Spiral(a),
        Some("Limping") => Bricks::limping(a),
        _ => Bricks::Rectangle(a, b),
    };
    built(call, lo, generate::brick(shape, call.flag("trim", false)))
}
