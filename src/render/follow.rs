//! Positions by the names of the moves that lead to them.

use crate::engine::trial::{PlayError, Trial};
use crate::notation::names;
use std::sync::Arc;

/// Why moves could not be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FollowError {
    /// No legal move has this name.
    #[error("move {number}: `{name}` is not legal here; legal are {legal}")]
    NotLegal {
        /// The number of the move, from 1.
        number: usize,
        /// What was asked for.
        name: String,
        /// The names of a few legal moves.
        legal: String,
    },
    /// The rules fail, or the game is over.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// How many legal moves an error names.
const NAMED: usize = 8;

/// Plays moves by what people call them, as `ludemic play` takes them: `E2-E4`, `D4`, `Pass`; of moves that read alike
/// the first. This is how a position is set up.
///
/// # Errors
///
/// A name that no legal move has; the moves before it have been played then.
///
/// # Examples
///
/// ```
/// use ludemic::{Game, KnownDefines, Trial, render::follow};
///
/// let text = std::fs::read_to_string("lud/chess.lud")?;
/// let mut trial = Trial::start(Game::load("chess.lud", &text, &[], &KnownDefines::none())?, 0)?;
/// follow(&mut trial, ["F2-F3", "E7-E5", "G2-G4", "D8-H4"])?;
/// assert_eq!(trial.result().and_then(|result| result.player()), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn follow<N: AsRef<str>>(trial: &mut Trial, moves: impl IntoIterator<Item = N>) -> Result<(), FollowError> {
    let game = Arc::clone(trial.game());
    for (index, name) in moves.into_iter().enumerate() {
        let name = name.as_ref().trim();
        if trial.is_over() {
            return Err(PlayError::Over.into());
        }
        let own = names(&game, trial.legal()?);
        match own.iter().position(|other| other.eq_ignore_ascii_case(name)) {
            Some(found) => drop(trial.play(found)?),
            None => {
                let more = if own.len() > NAMED { ", …" } else { "" };
                let legal = format!("{}{more}", own[..own.len().min(NAMED)].join(", "));
                return Err(FollowError::NotLegal { number: index + 1, name: name.to_owned(), legal });
            }
        }
    }
    Ok(())
}
