//! `(players n)` and `(players {(player facing) ..})`: how many play, and which way they face.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("players", "players", ""), Row::part("playerItem", "player", "")];

/// The most players of a game.
pub(super) const MAX_PLAYERS: i32 = 16;

/// The facing of each player, index 0 unused.
pub(super) fn read(call: &Ludeme) -> Lowered<Vec<Option<Direction>>> {
    let error = |message: String| Err(Box::new(crate::diag::Diagnostic::error("LUD0402", &call.origin, message)));
    let mut facings = vec![None];
    match call.get("numPlayers").map(|arg| &arg.value) {
        Some(Value::Int(n)) if (1..=MAX_PLAYERS).contains(n) => facings.resize(*n as usize + 1, None),
        // The rules go on by themselves.
        Some(Value::Int(0)) => return Ok(facings),
        Some(_) => return error(format!("a game is for 0 to {MAX_PLAYERS} players")),
        None => {
            for player in super::clauses(call, "players") {
                facings.push(player.word("dirn").and_then(Direction::parse));
            }
        }
    }
    if facings.len() < 2 || facings.len() > MAX_PLAYERS as usize + 1 {
        return error(format!("a game is for 1 to {MAX_PLAYERS} players"));
    }
    Ok(facings)
}
