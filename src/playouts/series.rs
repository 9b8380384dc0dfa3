//! Series of playouts.

use super::{Playout, Statistics, play_on, play_out, seed, walk_on};
use crate::engine::game::Game;
use crate::engine::playout::Runner;
use crate::engine::profile::Profile;
use crate::engine::transpositions::Walker;
use crate::engine::trial::{PlayError, Trial};
use std::sync::Arc;

/// Random playouts of a game. Moves are drawn without listing all of them where the rules allow that.
///
/// The same number and master seed give the same playout. Shared between threads, each thread plays with a state of its
/// own.
///
/// # Examples
///
/// ```
/// use ludemic::playouts::Series;
/// use ludemic::{Game, KnownDefines};
///
/// let text = r#"(game "Fill" (players 2)
///     (equipment { (board (square 3)) (piece "Disc" Each) })
///     (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"#;
/// let series = Series::new(&Game::load("fill.lud", text, &[], &KnownDefines::none())?);
/// let statistics = series.statistics(7, 1000, usize::MAX)?;
/// assert_eq!(statistics.wins.get(&1), Some(&1000));
///
/// // The same by hand, stopping where one likes.
/// let mut next = 0..1000;
/// let mut moves = 0;
/// series.play(7, usize::MAX, || next.next(), |_, playout| {
///     moves += playout.map_or(0, |playout| playout.moves);
///     moves < 90
/// });
/// assert_eq!(moves, 90);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Series {
    game: Arc<Game>,
    /// Whether moves that lead to positions known already need not be made.
    walking: bool,
}

impl Series {
    /// Playouts of a game.
    pub fn new(game: &Arc<Game>) -> Series {
        Series { game: Arc::clone(game), walking: true }
    }

    /// The same playouts, all moves of which are made: without it, games of few positions are walked where it is known
    /// what leads where.
    #[must_use]
    pub fn making_moves(self) -> Series {
        Series { walking: false, ..self }
    }

    /// Whether positions are walked that are known, in a game that has few of them.
    pub fn walks(&self) -> bool {
        self.walking && Walker::walks(&self.game)
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Plays the playouts of the series of this master seed whose numbers `next` gives, each up to `limit` moves, and
    /// hands them to `see` until that answers `false`.
    ///
    /// An error is [`PlayError::Fault`]: the rules have no value somewhere on the way.
    pub fn play(
        &self,
        master: u64,
        limit: usize,
        mut next: impl FnMut() -> Option<u64>,
        mut see: impl FnMut(u64, Result<Playout, PlayError>) -> bool,
    ) {
        let (mut runner, mut walker, walks) = (None, None, self.walks());
        while let Some(index) = next() {
            let seed = seed(master, index);
            let playout = match walks {
                true => walk_on(&mut walker, &self.game, seed, limit),
                false => play_on(&mut runner, &self.game, seed, limit, None),
            };
            if !see(index, playout) {
                break;
            }
        }
    }

    /// The same; `see` is also given how many moves were legal, duplicates counted, before each move of the playout.
    pub fn watch(
        &self,
        master: u64,
        limit: usize,
        mut next: impl FnMut() -> Option<u64>,
        mut see: impl FnMut(u64, Result<Playout, PlayError>, &[u32]) -> bool,
    ) {
        let (mut runner, mut choices) = (None, Vec::new());
        while let Some(index) = next() {
            choices.clear();
            let mut watch = |count| choices.push(u32::try_from(count).unwrap_or(u32::MAX));
            let playout = play_on(&mut runner, &self.game, seed(master, index), limit, Some(&mut watch));
            if !see(index, playout, &choices) {
                break;
            }
        }
    }

    /// The same as [`Series::play`]; gives what evaluating each expression has cost, `None` where the game is not
    /// lowered for that.
    ///
    /// [`Compiled::profiled`](crate::Compiled::profiled) gives a game that is.
    pub fn profile(
        &self,
        master: u64,
        limit: usize,
        mut next: impl FnMut() -> Option<u64>,
        mut see: impl FnMut(u64, Result<Playout, PlayError>) -> bool,
    ) -> Option<Profile> {
        let mut sum = Profile::of(self.game.profiling.as_ref())?;
        let (mut runner, plays) = (None, Runner::plays(&self.game));
        while let Some(index) = next() {
            let seed = seed(master, index);
            let playout = if plays {
                if let Some(profile) = runner.as_mut().and_then(Runner::profile) {
                    profile.resume();
                }
                let playout = play_on(&mut runner, &self.game, seed, limit, None);
                if let Some(profile) = runner.as_mut().and_then(Runner::profile) {
                    profile.tick();
                }
                playout
            } else {
                Trial::start(Arc::clone(&self.game), seed).and_then(|mut trial| {
                    let playout = play_out(&mut trial, seed, limit, None);
                    if let Some(profile) = trial.profile() {
                        profile.tick();
                        sum.add(profile);
                    }
                    playout
                })
            };
            if !see(index, playout) {
                break;
            }
        }
        if let Some(profile) = runner.as_mut().and_then(Runner::profile) {
            sum.add(profile);
        }
        Some(*sum)
    }

    /// What comes of the first `count` playouts of the series of this master seed, each up to `limit` moves.
    ///
    /// # Errors
    ///
    /// That of the first playout that fails.
    pub fn statistics(&self, master: u64, count: u64, limit: usize) -> Result<Statistics, PlayError> {
        let mut statistics = Statistics::default();
        let mut failure = Ok(());
        let mut numbers = 0..count;
        self.play(
            master,
            limit,
            || numbers.next(),
            |_, playout| {
                failure = playout.map(|playout| statistics.add(&playout));
                failure.is_ok()
            },
        );
        failure.map(|()| statistics)
    }
}
