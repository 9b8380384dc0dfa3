//! `(square [shape] size [diagonals: | pyramidal:])`, `(square {side ..} [diagonals:])`, `(square (poly ..) ..)`: a
//! board of squares.

use super::{built, diagonals, poly};
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("square", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let diagonals = diagonals(call);
    let graph = if let Some(sides) = call.get("sides") {
        generate::square_sides(&lo.dims(sides)?, diagonals)
    } else if let Some(outline) = call.get("poly") {
        generate::square_poly(&poly::read(outline, lo)?, diagonals)
    } else {
        let n = lo.dim(call, "dim")?;
        let pyramidal = call.flag("pyramidal", false);
        match call.word("shape") {
            Some("Limping") => generate::square_limping(n, diagonals, pyramidal, lo.build),
            Some("Diamond") => generate::square_diamond(n, diagonals),
            _ => generate::square(n, diagonals, pyramidal, lo.build),
        }
    };
    built(call, lo, graph)
}
