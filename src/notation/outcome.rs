//! How a game ended, in words.

use crate::engine::state::{EndType, State};

/// How a finished game ended: `P1 wins`, `a tie`, `no winner (MoveLimit)`; `None` while it is not over. In games for
/// more than two the ranking follows.
pub fn outcome(state: &State) -> Option<String> {
    let status = state.status()?;
    let players = state.players();
    let mut text = match status.winner {
        winner if (1..=players).contains(&winner) => format!("P{winner} wins"),
        winner if winner > players => "a tie".to_owned(),
        -1 => "abandoned".to_owned(),
        _ => "no winner".to_owned(),
    };
    if status.end != EndType::NaturalEnd {
        text.push_str(&format!(" ({})", status.end.name()));
    }
    if players > 2 {
        let ranks: Vec<String> = (1..=players).map(|player| format!("P{player} {}", state.rank(player))).collect();
        text.push_str(&format!("; ranking: {}", ranks.join(", ")));
    }
    Some(text)
}
