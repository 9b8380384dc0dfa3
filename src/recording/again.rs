//! Playing a recorded game again, to look at its positions.

use super::read::Recording;
use super::trl::TrialFile;
use super::verify::play_recorded;
use crate::engine::game::Game;
use crate::engine::trial::{PlayError, Trial};
use std::sync::Arc;

/// Why a recorded game cannot be played again.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgainError {
    /// A recorded move is not among the legal ones: the game or its options are others.
    #[error("move {ply} of the recording is not legal by these rules")]
    Illegal {
        /// The number of the move, from 1.
        ply: usize,
    },
    /// The rules have no value on the way.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl Recording {
    /// Plays the first `plies` moves again, or all there are. `see` is shown the start and the position after each move.
    ///
    /// # Errors
    ///
    /// [`AgainError`] at the first move that cannot be played.
    pub fn again(&self, game: &Arc<Game>, plies: usize, see: &mut dyn FnMut(&Trial)) -> Result<Trial, AgainError> {
        let moves = self.moves.iter().map(|line| line.get("move").and_then(|text| text.as_str()).unwrap_or(""));
        again(Trial::start(Arc::clone(game), self.seed())?, moves.take(plies), see)
    }
}

impl TrialFile {
    /// How many moves were made, those of the start rules left out as far as the file tells them.
    pub fn plies(&self) -> usize {
        self.moves.len().saturating_sub(self.initial.unwrap_or(0))
    }

    /// Plays the first `plies` moves again, or all there are. `see` is shown the start and the position after each move.
    ///
    /// # Errors
    ///
    /// [`AgainError`] at the first move that cannot be played.
    pub fn again(&self, game: &Arc<Game>, plies: usize, see: &mut dyn FnMut(&Trial)) -> Result<Trial, AgainError> {
        let trial = Trial::start(Arc::clone(game), self.stream)?;
        let moves = self.moves.iter().map(String::as_str).skip(trial.initial());
        again(trial, moves.take(plies), see)
    }
}

fn again<'a>(
    mut trial: Trial,
    moves: impl Iterator<Item = &'a str>,
    see: &mut dyn FnMut(&Trial),
) -> Result<Trial, AgainError> {
    see(&trial);
    for wanted in moves {
        if trial.is_over() || !play_recorded(&mut trial, wanted)? {
            return Err(AgainError::Illegal { ply: trial.len() + 1 });
        }
        see(&trial);
    }
    Ok(trial)
}
