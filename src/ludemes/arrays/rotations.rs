//! `(rotations direction)`, `(rotations {direction ..})`: directions as rotations of a piece.
//!
//! The rotation of a direction is its place among the `Adjacent` directions the board supports; a class of directions
//! stands for all of its own. On square cells `Orthogonal` is 0, 2, 4, 6, on hexagonal ones 0 to 5. (Ludii 1.3.12's
//! behaviour.)
//!
//! ASSUMPTION: a direction that is none of them has no rotation.

use crate::ludemes::prelude::*;
use crate::ludemes::registry::Lower;

pub(super) const ROWS: &[Row] = &[Row::of("rotations", "rotations", "", Lower::Ints(lower))];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntsExpr> {
    let board = lo.board();
    let t = lo.default_type();
    let adjacent = board.supported(t, Relation::Adjacent);
    let mut rotations = Vec::new();
    for direction in words(call) {
        let relation = Relation::ALL.into_iter().find(|relation| relation.direction() == direction);
        let members = match relation {
            Some(relation) => board.supported(t, relation).to_vec(),
            None => vec![direction],
        };
        rotations.extend(members.iter().filter_map(|d| adjacent.iter().position(|a| a == d)).map(|index| index as i32));
    }
    Ok(Expr::constant(rotations))
}

fn words(call: &Ludeme) -> Vec<Direction> {
    let list = call.get("directionsOfRotation").or_else(|| call.get("directionOfRotation"));
    list.into_iter().flat_map(Arg::each).filter_map(|arg| Direction::parse(arg.word()?)).collect()
}
