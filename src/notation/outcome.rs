//! How a game ended, in words.

use crate::engine::state::State;
use crate::outcome::Outcome;

/// How a finished game ended: `P1 wins`, `a tie`, `no winner (MoveLimit)`; `None` while it is not over. In games for
/// more than two the ranking follows.
pub fn outcome(state: &State) -> Option<String> {
    let mut text = Outcome::of(state)?.to_string();
    let players = state.players();
    if players > 2 {
        let ranks: Vec<String> = (1..=players).map(|player| format!("P{player} {}", state.rank(player))).collect();
        text.push_str(&format!("; ranking: {}", ranks.join(", ")));
    }
    Some(text)
}
