//! Players: who chooses moves, and games between them.
//!
//! A [`Player`] is asked for a move and answers with its number. [`Random`], [`Greedy`] and [`Uct`] are written against
//! the public parts of the library, as a player of one's own is: `examples/my_player.rs` shows one. [`Spec`] reads
//! players from words such as `uct:200`; [`Match`] plays games with the seats exchanged from game to game.
//!
//! Nothing here looks at a clock: a player with a limit of time is given one ([`Clock`]). The same seed makes the same
//! moves as long as no time is measured.
//!
//! The course that dice and other chance will take players cannot see. They would see what a description hides from
//! them, and where all players move at once, what those asked before them have chosen ([`Trial::chosen`]); those who
//! think ahead do not play such games.

mod greedy;
mod matches;
mod random;
mod spec;
mod uct;

pub use greedy::Greedy;
pub use matches::{Match, Played};
pub use random::Random;
pub use spec::{Budget, Spec, SpecError};
pub use uct::{Advice, Settings, Uct};

use crate::engine::game::{Game, Mode};
use crate::engine::trial::{PlayError, Trial};
use std::sync::Arc;
use std::time::Duration;

/// Somebody who chooses moves.
///
/// # Examples
///
/// One that always takes the first move:
///
/// ```
/// use ludemic::players::Player;
/// use ludemic::{PlayError, Trial};
///
/// struct First;
///
/// impl Player for First {
///     fn name(&self) -> String {
///         "first".into()
///     }
///
///     fn choose(&mut self, _trial: &mut Trial) -> Result<usize, PlayError> {
///         Ok(0)
///     }
/// }
/// ```
pub trait Player {
    /// What the player is called, in tables and reports.
    fn name(&self) -> String;

    /// A new game begins. The seed is for the player's own use of chance: with the same seed and the same moves of the
    /// others a player makes the same moves, unless time is limited.
    fn begin(&mut self, seed: u64) {
        let _ = seed;
    }

    /// The number of a legal move, of those of [`Trial::legal`]. Asked for only while the game is not over. Moves may
    /// be tried out on the trial; it has to be left as it was.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value in this position.
    fn choose(&mut self, trial: &mut Trial) -> Result<usize, PlayError>;
}

/// Whether a player who thinks ahead can play a game.
fn thinkable(game: &Game) -> Result<(), PlayError> {
    if game.equipment.players < 1 {
        return Err(PlayError::Nobody);
    }
    if game.mode == Mode::Simultaneous {
        return Err(PlayError::AtOnce);
    }
    if game.features.hidden { Err(PlayError::Hidden) } else { Ok(()) }
}

/// The time since some moment in the past.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;
