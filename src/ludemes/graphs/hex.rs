//! `(hex [shape] size [size])`, `(hex {side ..})`, `(hex (poly ..))`: a board of hexagons.

use super::{built, poly};
use crate::board::Graph;
use crate::board::generate::{self, Shape};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("hex", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let shape = outline(call, lo, |word, a, b| match (word, b) {
        (None | Some("NoShape" | "Hexagon"), Some(b)) => Shape::Sides(vec![a, b]),
        (word, b) => shape(word.unwrap_or("Hexagon"), a, b).unwrap_or(Shape::Hexagon(a)),
    })?;
    built(call, lo, generate::hex(&shape))
}

/// The shape of a board given by its sides, by its outline, or by a word and one or two sizes.
pub(super) fn outline(
    call: &Ludeme,
    lo: &mut Lowering,
    sized: impl FnOnce(Option<&str>, i32, Option<i32>) -> Shape,
) -> Lowered<Shape> {
    if let Some(sides) = call.get("sides") {
        return Ok(Shape::Sides(lo.dims(sides)?));
    }
    if let Some(outline) = call.get("poly") {
        return poly::read(outline, lo).map(Shape::Poly);
    }
    Ok(sized(call.word("shape"), lo.dim(call, "dimA")?, lo.dim_opt(call, "dimB")?))
}

/// The shape of a word and one or two sizes.
pub(super) fn shape(word: &str, a: i32, b: Option<i32>) -> Option<Shape> {
    Some(match word {
        "Hexagon" => Shape::Hexagon(a),
        "Triangle" => Shape::Triangle(a),
        "Rectangle" => Shape::Rectangle(a, b.unwrap_or(a)),
        "Square" => Shape::square(a),
        "Star" => Shape::Star(a),
        "Diamond" => Shape::Diamond(a),
        "Prism" => Shape::Prism(a, b.unwrap_or(a)),
        "Limping" => Shape::limping(a),
        _ => return None,
    })
}
