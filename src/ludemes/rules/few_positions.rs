//! Which games may have so few positions that playouts come to the same ones again and again: those on small boards where what can happen from a
//! position depends on it alone, with the last move at most: on no counter, and not on the order of the owned lists.

use crate::engine::features::Features;
use crate::ludemes::prelude::*;
use crate::ludemes::registry;

/// The most sites of a game that may have few positions.
const MOST_SITES: i32 = 26;

/// The ludemes among which the pieces of a `(forEach Piece ..)` may stand in any order: each gives moves or does not, or it is only
/// asked whether there is one.
const UNORDERED: [&str; 14] =
    ["game", "equipment", "piece", "rules", "play", "phase", "or", "if", "priority", "can", "no", "not", "and", "end"];

/// Whether a game is one of them, as far as its ludemes tell.
pub(super) fn memoryless(game: &Ludeme, features: &Features, lo: &Lowering) -> bool {
    let layout = &lo.equipment.layout;
    let plain = !(features.stochastic
        || features.stacking
        || features.puzzle
        || features.hidden
        || features.dominoes
        || features.boardless
        || features.visited
        || features.end_of_turn_removal
        || features.last_move()
        || features.compares_positions()
        || lo.equipment.has_large_pieces());
    let sites: i32 =
        (0..layout.containers()).filter_map(|container| layout.stretch(container)).map(|stretch| stretch.len).sum();
    let small = sites <= MOST_SITES && features.other_types.is_empty();
    plain && small && !registry::is_history_dependent(game) && in_any_order(game, true)
}

fn in_any_order(call: &Ludeme, unordered: bool) -> bool {
    if (call.form.head, call.form.keyword) == ("forEach", Some("Piece")) && !unordered {
        return false;
    }
    let unordered = unordered && UNORDERED.contains(&call.form.head);
    fn within(value: &Value, unordered: bool) -> bool {
        match value {
            Value::Ludeme(call) => in_any_order(call, unordered),
            Value::Array(items) => items.iter().all(|item| within(&item.value, unordered)),
            _ => true,
        }
    }
    call.args.iter().flatten().all(|arg| within(&arg.value, unordered))
}
