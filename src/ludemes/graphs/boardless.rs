//! The graph of `(boardless tiling [size] ..)`: a large field to play on where there is no board.
//!
//! By default 41 squares or triangles, or hexagons with 21 to a side, as if there were a board of cells.
//! (Ludii 1.3.12's behaviour.)

use super::built;
use crate::board::Graph;
use crate::board::generate::{self, Diagonals, Shape};
use crate::ludemes::prelude::*;

/// The graph of a `(boardless ..)` item.
pub(in crate::ludemes) fn boardless_graph(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let size = lo.dim_opt(call, "dimension")?;
    let graph = match call.word("tiling") {
        Some("Hexagonal") => generate::hex(&Shape::Hexagon(size.unwrap_or(21))),
        Some("Triangular") => generate::tri(&Shape::Triangle(size.unwrap_or(41)), SiteType::Cell),
        _ => generate::square(size.unwrap_or(41), Diagonals::Implied, false, SiteType::Cell),
    };
    built(call, lo, graph)
}
