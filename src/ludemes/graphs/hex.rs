//! `(hex [shape] size [size])`, `(hex {side ..})`, `(hex (poly ..))`: a board of hexagons.

use super::{built, poly};
use crate::board::Graph;
use crate::board::generate::{self, Shape};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("hex", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let shape = match outlined(call, lo)? {
        Some(shape) => shape,
        None => {
            let a = lo.dim(call, "dimA")?;
            let b = lo.dim_opt(call, "dimB")?;
            match (call.word("shape"), b) {
                (None | Some("NoShape" | "Hexagon"), Some(b)) => Shape::Sides(vec![a, b]),
                (word, b) => shape(word.unwrap_or("Hexagon"), a, b).unwrap_or(Shape::Hexagon(a)),
            }
        }
    };
    built(call, lo, generate::hex(&shape))
}

/// The shape of a board given by its sides or its outline.
pub(super) fn outlined(call: &Ludeme, lo: &mut Lowering) -> Lowered<Option<Shape>> {
    if let Some(sides) = call.get("sides") {
        return Ok(Some(Shape::Sides(lo.dims(sides)?)));
    }
    call.get("poly").map(|outline| poly::read(outline, lo).map(Shape::Poly)).transpose()
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
