//! Playing a recorded game again, to look at its positions.

use super::read::{Recording, texts};
use super::trl::TrialFile;
use super::verify::play_chosen;
use crate::engine::game::Game;
use crate::engine::trial::{PlayError, Trial};
use serde_json::Value;
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
    /// Plays the first `plies` moves again, or all there are. `see` is shown the start and the position after each
    /// move.
    ///
    /// # Errors
    ///
    /// [`AgainError`] at the first move that cannot be played.
    pub fn again(&self, game: &Arc<Game>, plies: usize, see: &mut dyn FnMut(&Trial)) -> Result<Trial, AgainError> {
        let text = |line: &'_ Value| line.get("move").and_then(Value::as_str).unwrap_or("").to_owned();
        let moves = self.moves.iter().map(|line| (text(line), texts(line, "chosen")));
        again(Trial::start(Arc::clone(game), self.seed())?, moves.take(plies), see)
    }
}

impl TrialFile {
    /// How many moves were made, those of the start rules left out as far as the file tells them.
    pub fn plies(&self) -> usize {
        self.moves.len().saturating_sub(self.initial.unwrap_or(0))
    }

    /// Plays the first `plies` moves again, or all there are. `see` is shown the start and the position after each
    /// move.
    ///
    /// # Errors
    ///
    /// [`AgainError`] at the first move that cannot be played.
    pub fn again(&self, game: &Arc<Game>, plies: usize, see: &mut dyn FnMut(&Trial)) -> Result<Trial, AgainError> {
        let trial = Trial::start(Arc::clone(game), self.stream)?;
        let moves = self.moves.iter().map(|text| (text.clone(), Vec::new())).skip(trial.initial());
        again(trial, moves.take(plies), see)
    }
}

fn again(
    mut trial: Trial,
    moves: impl Iterator<Item = (String, Vec<String>)>,
    see: &mut dyn FnMut(&Trial),
) -> Result<Trial, AgainError> {
    see(&trial);
    for (wanted, chosen) in moves {
        if trial.is_over() || !play_chosen(&mut trial, &wanted, &chosen)? {
            return Err(AgainError::Illegal { ply: trial.len() + 1 });
        }
        see(&trial);
    }
    Ok(trial)
}
