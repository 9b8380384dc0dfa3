//! Players as words: `random`, `greedy`, `uct:200`, `uct:1s`.

use super::{Clock, Greedy, Player, Random, Uct};
use crate::engine::game::Game;
use crate::engine::trial::PlayError;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// How long a player thinks about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Budget {
    /// So many games are tried out.
    Iterations(u32),
    /// So much time is used.
    Time(Duration),
}

/// How many games [`Uct`] tries out when nothing else is said.
pub const ITERATIONS: u32 = 1000;

/// The longest time for a move.
const LONGEST: Duration = Duration::from_secs(3600);

/// A player in a word.
///
/// # Examples
///
/// ```
/// use ludemic::players::{Budget, Spec};
/// use std::time::Duration;
///
/// assert_eq!("uct:200".parse(), Ok(Spec::Uct(Budget::Iterations(200))));
/// assert_eq!("uct:1.5s".parse(), Ok(Spec::Uct(Budget::Time(Duration::from_millis(1500)))));
/// assert_eq!("greedy".parse::<Spec>().map(|spec| spec.to_string()), Ok("greedy".to_owned()));
/// let error = "utc:200".parse::<Spec>().map_err(|error| error.to_string());
/// assert_eq!(error, Err("there is no player `utc`: did you mean `uct`? (random, greedy, uct)".to_owned()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spec {
    /// [`Random`].
    Random,
    /// [`Greedy`].
    Greedy,
    /// [`Uct`].
    Uct(Budget),
}

/// Why a word is no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message tells what the fields are")]
pub enum SpecError {
    /// No kind of player has this name.
    #[error(
        "there is no player `{name}`{} (random, greedy, uct)",
        .advice.map(|advice| format!(": did you mean `{advice}`?")).unwrap_or_default()
    )]
    Unknown { name: String, advice: Option<&'static str> },
    /// A player who thinks no longer for a number.
    #[error("`{name}` takes nothing after it: write `{name}` alone")]
    NoBudget { name: &'static str },
    /// What follows `uct:` is neither a number nor a time.
    #[error(
        "`{text}` is neither a number of games to try out, as in `uct:200`, nor a time for each move, as in `uct:500ms` or `uct:2s`"
    )]
    Budget { text: String },
    /// A budget of nothing, or of more than an hour.
    #[error(
        "`uct:{text}`: a player needs at least one game or one millisecond for a move, and at most 4294967295 games or an hour"
    )]
    Range { text: String },
}

const NAMES: [&str; 3] = ["random", "greedy", "uct"];

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, budget) = match text.trim().split_once(':') {
            Some((name, budget)) => (name.trim(), Some(budget.trim())),
            None => (text.trim(), None),
        };
        let lower = name.to_ascii_lowercase();
        match (lower.as_str(), budget) {
            ("random", None) => Ok(Spec::Random),
            ("greedy", None) => Ok(Spec::Greedy),
            ("random", Some(_)) => Err(SpecError::NoBudget { name: "random" }),
            ("greedy", Some(_)) => Err(SpecError::NoBudget { name: "greedy" }),
            ("uct", None) => Ok(Spec::Uct(Budget::Iterations(ITERATIONS))),
            ("uct", Some(budget)) => read_budget(budget).map(Spec::Uct),
            _ => {
                let near = NAMES.into_iter().map(|known| (strsim::osa_distance(known, &lower), known)).min();
                let advice = near.filter(|(distance, _)| *distance <= 2).map(|(_, known)| known);
                Err(SpecError::Unknown { name: name.to_owned(), advice })
            }
        }
    }
}

fn read_budget(text: &str) -> Result<Budget, SpecError> {
    let wrong = || SpecError::Budget { text: text.to_owned() };
    let range = || SpecError::Range { text: text.to_owned() };
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return match text.parse() {
            Ok(0) | Err(_) => Err(range()),
            Ok(iterations) => Ok(Budget::Iterations(iterations)),
        };
    }
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').ok_or_else(wrong)?, 1.0),
    };
    let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = if plain { number.trim().parse().map_err(|_| wrong())? } else { return Err(wrong()) };
    let time = Duration::try_from_secs_f64(number * unit).map_err(|_| range())?;
    if time < Duration::from_millis(1) || time > LONGEST {
        return Err(range());
    }
    Ok(Budget::Time(time))
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Iterations(iterations) => write!(f, "{iterations}"),
            Budget::Time(time) => {
                let micros = time.as_micros();
                if micros % 1_000_000 == 0 {
                    write!(f, "{}s", micros / 1_000_000)
                } else {
                    write!(f, "{}ms", micros as f64 / 1e3)
                }
            }
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Random => f.write_str("random"),
            Spec::Greedy => f.write_str("greedy"),
            Spec::Uct(budget) => write!(f, "uct:{budget}"),
        }
    }
}

impl Spec {
    /// The player. He has a seed from [`Player::begin`] on, and reads the time from `clock` if he needs to.
    pub fn player(&self, clock: &Clock) -> Box<dyn Player + Send> {
        match *self {
            Spec::Random => Box::new(Random::new(0)),
            Spec::Greedy => Box::new(Greedy::new(0)),
            Spec::Uct(budget) => Box::new(Uct::new(budget).with_clock(Arc::clone(clock))),
        }
    }

    /// Whether the player can play a game.
    ///
    /// # Errors
    ///
    /// [`PlayError::Hidden`], [`PlayError::AtOnce`] or [`PlayError::Nobody`] for one who thinks ahead where that cannot
    /// be done.
    pub fn fits(&self, game: &Game) -> Result<(), PlayError> {
        if self.is_random() { Ok(()) } else { super::thinkable(game) }
    }

    /// Whether the same seed makes the same moves.
    pub fn is_deterministic(&self) -> bool {
        !matches!(self, Spec::Uct(Budget::Time(_)))
    }

    /// Whether each move is uniformly random, as in a series of [`playouts`](crate::playouts).
    pub fn is_random(&self) -> bool {
        *self == Spec::Random
    }
}
