//! Board graphs and their dimensions.
//!
//! A graph is built while the description is read: sizes are literals or arithmetic on literals, real numbers must be
//! constant and have 32 bits. What the generators and operators do is stated in [`crate::board`].

mod add;
mod boardless;
mod brick;
mod celtic;
mod combine;
mod complete;
mod concentric;
mod dims;
mod dual;
mod explicit;
mod hex;
mod layers;
mod make_faces;
mod mancala;
mod numbering;
mod outline;
mod poly;
mod quadhex;
mod rectangle;
mod regular;
mod remove;
mod repeat;
mod spiral;
mod split_crossings;
mod square;
mod subdivide;
mod tiling;
mod transform;
mod tri;
mod trim;
mod wedge;

use crate::board::generate::{Diagonals, Extent};
use crate::board::{BoardError, Graph};
use crate::ludemes::prelude::*;

pub(super) use boardless::boardless_graph;
pub(super) use mancala::mancala_graph;

family! {
    add brick celtic combine complete concentric dims dual explicit hex layers make_faces numbering outline poly quadhex
    rectangle regular remove repeat spiral split_crossings square subdivide tiling transform tri trim wedge
}

/// The graph, or why there is none, at the place of the ludeme.
fn built(call: &Ludeme, lo: &Lowering, graph: Result<Graph, BoardError>) -> Lowered<Graph> {
    let bounded = graph.and_then(|graph| graph.bound_touching().map(|()| graph));
    bounded.or_else(|error| lo.wrong(&call.origin, error.to_string()))
}

/// A constant real number.
fn real(arg: &Arg, lo: &mut Lowering) -> Lowered<f64> {
    match lo.float_arg(arg)?.as_constant() {
        Some(&value) => Ok(f64::from(value)),
        None => lo.wrong(&arg.origin, "the board needs a constant number here"),
    }
}

/// A list of constant real numbers.
fn reals(arg: &Arg, lo: &mut Lowering) -> Lowered<Vec<f64>> {
    arg.each().iter().map(|item| real(item, lo)).collect()
}

/// A constant boolean, or a default.
fn flag(call: &Ludeme, name: &str, default: bool, lo: &mut Lowering) -> Lowered<bool> {
    match lo.bool_or(call, name, default)?.as_constant() {
        Some(&value) => Ok(value),
        None => lo.wrong(&call.origin, format!("the board needs a constant as its `{name}:`")),
    }
}

/// How deeply braced lists are nested in an argument.
fn depth(arg: &Arg) -> usize {
    if let Value::Array(items) = &arg.value { 1 + items.first().map_or(0, depth) } else { 0 }
}

/// An extent given by its sides, by its outline, or by one or two sizes.
fn extent(call: &Ludeme, sizes: [&str; 2], lo: &mut Lowering) -> Lowered<Extent> {
    if let Some(sides) = call.get("sides") {
        return Ok(Extent::Sides(lo.dims(sides)?));
    }
    if let Some(outline) = call.get("poly") {
        return Ok(Extent::Poly(poly::read(outline, lo)?));
    }
    Ok(Extent::Size(lo.dim(call, sizes[0])?, lo.dim_opt(call, sizes[1])?))
}

/// The `diagonals:` of a board of squares.
fn diagonals(call: &Ludeme) -> Diagonals {
    match call.word("diagonals") {
        Some("Alternating") => Diagonals::Alternating,
        Some("Solid") => Diagonals::Solid,
        Some("SolidNoSplit") => Diagonals::SolidNoSplit,
        Some("Concentric") => Diagonals::Concentric,
        Some("Radiating") => Diagonals::Radiating,
        _ => Diagonals::Implied,
    }
}
