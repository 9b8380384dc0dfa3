//! Random playouts of a game: independent of each other, each with a seed of its own, and what came of them.

use crate::engine::game::Game;
use crate::engine::playout::Runner;
use crate::engine::rng::GameRng;
use crate::engine::state::{EndType, State, Status};
use crate::engine::transpositions::Walker;
use crate::engine::trial::{PlayError, Trial};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

mod record;
mod series;
mod simulation;

pub use record::Ply;
pub use series::Series;
pub use simulation::{Rewards, Simulation, rewards, simulate};

/// Uniformly random numbers to draw legal moves by; the same seed gives the same numbers.
#[derive(Debug, Clone)]
pub struct Chooser(GameRng);

impl Chooser {
    /// A chooser that starts from this seed.
    pub fn new(seed: u64) -> Self {
        Chooser(GameRng::from_state(SplitMix64::seed_from_u64(seed).next_u64()))
    }

    /// A number below `count`; 0 where `count` is 0.
    #[inline]
    pub fn choose(&mut self, count: usize) -> usize {
        self.0.index(count)
    }
}

/// The seed of playout number `index` of a series: neighbouring numbers give unrelated seeds.
pub fn seed(master: u64, index: u64) -> u64 {
    // Steps of the golden ratio, as the streams of SplitMix64 are split.
    let state = master.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    SplitMix64::seed_from_u64(SplitMix64::seed_from_u64(state).next_u64()).next_u64()
}

/// What came of one playout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playout {
    /// How many moves were played.
    pub moves: usize,
    /// The player who won; `None` for a game without a winner, and for one that is not over.
    pub winner: Option<i32>,
    /// How it ended; `None` when the limit of moves was reached first.
    pub end: Option<EndType>,
}

/// Plays playout number `index` of the series of this master seed, up to `limit` moves.
///
/// # Errors
///
/// [`PlayError::Fault`] when the rules have no value somewhere on the way.
///
/// # Examples
///
/// ```
/// use ludemic::playouts::{Statistics, play};
/// use ludemic::{Game, KnownDefines};
///
/// # let text = r#"(game "Fill" (players 2)
/// #   (equipment { (board (square 2)) (piece "Disc" Each) })
/// #   (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
/// let game = Game::load("fill.lud", text, &[], &KnownDefines::none())?;
/// let mut statistics = Statistics::default();
/// for index in 0..10 {
///     statistics.add(&play(&game, 7, index, usize::MAX)?);
/// }
/// assert_eq!(statistics.wins.get(&2), Some(&10));
/// assert_eq!(statistics.moves, 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play(game: &Arc<Game>, master: u64, index: u64, limit: usize) -> Result<Playout, PlayError> {
    play_on(&mut None, game, seed(master, index), limit, None)
}

/// Told how many moves are legal before each move of a playout, where somebody asks.
type Observer<'a> = Option<&'a mut dyn FnMut(usize)>;

/// Plays a game by a runner that has played other games before, or none yet.
fn play_on(
    runner: &mut Option<Runner>,
    game: &Arc<Game>,
    seed: u64,
    limit: usize,
    mut observer: Observer<'_>,
) -> Result<Playout, PlayError> {
    if !Runner::plays(game) {
        return play_out(&mut Trial::start(Arc::clone(game), seed)?, seed, limit, observer);
    }
    let runner = match runner {
        Some(runner) => {
            runner.restart(seed)?;
            runner
        }
        None => runner.insert(Runner::new(game, seed)?),
    };
    let mut chooser = Chooser::new(seed);
    while runner.goes_on(limit)? {
        match &mut observer {
            Some(observer) => runner.draw_seen(|slots| chooser.choose(slots), |count, _| observer(count))?,
            None => runner.draw(|slots| chooser.choose(slots))?,
        }
    }
    Ok(Playout::new(runner.state(), runner.len()))
}

/// Plays a game of few positions by a walker that has played other games before, or none yet.
fn walk_on(walker: &mut Option<Walker>, game: &Arc<Game>, seed: u64, limit: usize) -> Result<Playout, PlayError> {
    let walker = match walker {
        Some(walker) => {
            walker.restart(seed)?;
            walker
        }
        None => walker.insert(Walker::new(game, seed)?),
    };
    let mut chooser = Chooser::new(seed);
    while walker.goes_on(limit)? {
        walker.draw(|count| chooser.choose(count))?;
    }
    Ok(Playout::ended(walker.status(), game.equipment.players, walker.len()))
}

/// Plays a game to its end by a trial, as matches are played.
fn play_out(trial: &mut Trial, seed: u64, limit: usize, mut observer: Observer<'_>) -> Result<Playout, PlayError> {
    trial.playout_seen(seed, limit, |count| observer.iter_mut().for_each(|observer| observer(count)))?;
    Ok(Playout::of(trial))
}

impl Playout {
    /// What has come of a game so far.
    pub fn of(trial: &Trial) -> Playout {
        let playout = Playout::new(trial.state(), trial.len());
        // The state of a match has a result when its present game has one.
        if trial.is_over() { playout } else { Playout { winner: None, end: None, ..playout } }
    }

    fn new(state: &State, moves: usize) -> Playout {
        Playout::ended(state.status(), state.players(), moves)
    }

    fn ended(status: Option<Status>, players: i32, moves: usize) -> Playout {
        let players = 1..=players;
        Playout {
            moves,
            winner: status.map(|status| status.winner).filter(|winner| players.contains(winner)),
            end: status.map(|status| status.end),
        }
    }
}

/// What came of a series of playouts. Adding them in another order gives the same.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// How many playouts were added.
    pub playouts: u64,
    /// Moves of all of them.
    pub moves: u64,
    /// How many have each length in moves.
    pub lengths: BTreeMap<usize, u64>,
    /// How many each player has won.
    pub wins: BTreeMap<i32, u64>,
    /// How many ended without a winner: draws, ties, abandoned games and games at a limit of the rules.
    pub draws: u64,
    /// How many reached the limit of moves of the series before they ended.
    pub unfinished: u64,
    /// How many ended in each way, by Ludii's names: `NaturalEnd`, `MoveLimit`, `TurnLimit`.
    pub ends: BTreeMap<&'static str, u64>,
}

impl Statistics {
    /// Adds a playout.
    pub fn add(&mut self, playout: &Playout) {
        self.playouts += 1;
        self.moves += playout.moves as u64;
        *self.lengths.entry(playout.moves).or_default() += 1;
        match (playout.end, playout.winner) {
            (None, _) => self.unfinished += 1,
            (Some(_), Some(winner)) => *self.wins.entry(winner).or_default() += 1,
            (Some(_), None) => self.draws += 1,
        }
        if let Some(end) = playout.end {
            *self.ends.entry(end.name()).or_default() += 1;
        }
    }

    /// Adds all playouts of another series.
    pub fn merge(&mut self, other: &Statistics) {
        self.playouts += other.playouts;
        self.moves += other.moves;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        for (&length, count) in &other.lengths {
            *self.lengths.entry(length).or_default() += count;
        }
        for (&player, count) in &other.wins {
            *self.wins.entry(player).or_default() += count;
        }
        for (&end, count) in &other.ends {
            *self.ends.entry(end).or_default() += count;
        }
    }

    /// The mean length in moves; `None` without playouts.
    pub fn mean_length(&self) -> Option<f64> {
        (self.playouts > 0).then(|| self.moves as f64 / self.playouts as f64)
    }

    /// The length that half of the playouts do not exceed; `None` without playouts.
    pub fn median_length(&self) -> Option<usize> {
        let mut seen = 0;
        self.lengths.iter().find_map(|(&length, &count)| {
            seen += count;
            (2 * seen >= self.playouts).then_some(length)
        })
    }
}
