//! How a game came out, for programs.

use crate::engine::state::{EndType, State};
use crate::engine::trial::Trial;
use std::fmt;

/// Who has won a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Winner {
    /// This player, counted from 1.
    Player(u8),
    /// Several share the first place.
    Tie,
    /// Nobody.
    Nobody,
    /// The game was abandoned.
    Abandoned,
}

/// How a finished game came out: see [`Trial::result`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// Who has won.
    pub winner: Winner,
    /// What ended the game: its rules, or a limit.
    pub end: EndType,
}

impl Outcome {
    /// Of a state; `None` while the game is not over.
    pub fn of(state: &State) -> Option<Outcome> {
        let status = state.status()?;
        let winner = match status.winner {
            -1 => Winner::Abandoned,
            winner if winner > state.players() => Winner::Tie,
            winner => u8::try_from(winner).ok().filter(|winner| *winner > 0).map_or(Winner::Nobody, Winner::Player),
        };
        Some(Outcome { winner, end: status.end })
    }

    /// The number of the player who has won, from 1.
    pub fn player(&self) -> Option<u8> {
        if let Winner::Player(player) = self.winner { Some(player) } else { None }
    }
}

impl Trial {
    /// How the game came out; `None` while it is not over. Of a match it is the result of all of it.
    pub fn result(&self) -> Option<Outcome> {
        if self.is_over() { Outcome::of(self.state()) } else { None }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Winner::Player(player) => write!(f, "P{player} wins")?,
            Winner::Tie => f.write_str("a tie")?,
            Winner::Nobody => f.write_str("no winner")?,
            Winner::Abandoned => f.write_str("abandoned")?,
        }
        if self.end != EndType::NaturalEnd {
            write!(f, " ({})", self.end.name())?;
        }
        Ok(())
    }
}
