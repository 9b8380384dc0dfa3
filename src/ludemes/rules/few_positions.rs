//! Which games may have so few positions that playouts come to the same ones again and again: those on small boards
//! where what can happen from a position depends on it alone, with the last move at most: not on the order of the owned
//! lists, and on no counter, but for whether that has reached a fixed number.

use crate::engine::features::Features;
use crate::engine::game::Game;
use crate::engine::transpositions::{Count, Threshold, Thresholds};
use crate::ludemes::prelude::*;
use crate::ludemes::registry;

/// The most sites of a game that may have few positions.
const MOST_SITES: i32 = 100;

/// What a game compares counters with, where it is one of them, as far as its ludemes tell.
pub(super) fn memoryless(game: &Ludeme, features: &Features, lo: &Lowering) -> Option<Thresholds> {
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
    let mut thresholds = Thresholds::new();
    let fits = plain && small && in_any_order(game, true) && gather(game, &mut thresholds);
    let counts = thresholds.iter().any(|(counter, _)| *counter == Count::Counter);
    (fits && !(counts && features.sets_counter)).then_some(thresholds)
}

/// Gathers what counters are compared with; `false` where a ludeme depends on the history in another way.
fn gather(call: &Ludeme, thresholds: &mut Thresholds) -> bool {
    if let Some(found) = compared(call) {
        thresholds.push(found);
        return true;
    }
    !registry::is_history_dependent(call) && all_below(call, &mut |call| gather(call, thresholds))
}

/// The counter that a comparison is about, and the fixed number that it is compared with.
fn compared(call: &Ludeme) -> Option<(Count, Threshold)> {
    if !["=", "!=", "<", "<=", ">", ">="].contains(&call.form.head) {
        return None;
    }
    let (a, b) = (&call.get("valueA")?.value, &call.get("valueB")?.value);
    match (counter(a), counter(b)) {
        (Some(counter), None) => Some((counter, fixed(b)?)),
        (None, Some(counter)) => Some((counter, fixed(a)?)),
        _ => None,
    }
}

fn counter(value: &Value) -> Option<Count> {
    let Value::Ludeme(call) = value else { return None };
    match (call.form.head, call.form.keyword) {
        ("count", Some("Moves")) => Some(Count::Moves),
        ("count", Some("Turns")) => Some(Count::Turns),
        ("counter", _) => Some(Count::Counter),
        _ => None,
    }
}

/// The value of an integer that is the same in the whole of a game.
fn fixed(value: &Value) -> Option<Threshold> {
    let call = match value {
        &Value::Int(value) => return Some(Box::new(move |_| i64::from(value))),
        Value::Ludeme(call) => call,
        _ => return None,
    };
    match (call.form.head, call.form.keyword) {
        ("value", Some("MoveLimit")) => Some(Box::new(|game: &Game| i64::from(game.move_limit))),
        ("value", Some("TurnLimit")) => Some(Box::new(|game: &Game| i64::from(game.turn_limit))),
        ("-", _) => {
            let (a, b) = (fixed(&call.get("valueA")?.value)?, fixed(&call.get("valueB")?.value)?);
            Some(Box::new(move |game| a(game) - b(game)))
        }
        _ => None,
    }
}

fn in_any_order(call: &Ludeme, unordered: bool) -> bool {
    if (call.form.head, call.form.keyword) == ("forEach", Some("Piece")) && !unordered {
        return false;
    }
    let unordered = unordered && registry::find(call).is_some_and(|row| row.any_order);
    all_below(call, &mut |call| in_any_order(call, unordered))
}

/// Whether something holds of all ludemes right below one.
fn all_below(call: &Ludeme, holds: &mut impl FnMut(&Ludeme) -> bool) -> bool {
    fn within(value: &Value, holds: &mut impl FnMut(&Ludeme) -> bool) -> bool {
        match value {
            Value::Ludeme(call) => holds(call),
            Value::Array(items) => items.iter().all(|item| within(&item.value, holds)),
            _ => true,
        }
    }
    call.args.iter().flatten().all(|arg| within(&arg.value, holds))
}
