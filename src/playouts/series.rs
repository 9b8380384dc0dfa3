//! Series of playouts by the fastest evaluator that can play them.

use super::{Playout, Statistics, Way, play_on, seed};
use crate::engine::game::Game;
use crate::engine::trial::PlayError;
use crate::pipeline::Compiled;
use crate::program::build::Unfit;
use crate::program::rewrites::Rewrites;
use crate::program::{Player, Program};
use serde::Serialize;
use std::sync::Arc;

/// Looks at a playout by its number, with the numbers of legal moves before each move; `false` to stop.
type See<'a> = dyn FnMut(u64, Result<Playout, PlayError>, &[u32]) -> bool + 'a;

/// What plays a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Evaluator {
    /// The compiled [`Program`].
    Program,
    /// The plain evaluator, one site at a time.
    Plain,
}

impl Evaluator {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Evaluator::Program => "program",
            Evaluator::Plain => "plain",
        }
    }
}

/// Random playouts of a game, by its [`Program`] where it has one.
///
/// Which evaluator plays changes nothing but the speed: the same number and master seed give the same playout. Shared
/// between threads, each thread plays with a state of its own.
///
/// # Examples
///
/// ```
/// use ludemic::playouts::{Evaluator, Series};
/// use ludemic::program::rewrites::Rewrites;
/// use ludemic::{KnownDefines, Parsed};
///
/// let text = r#"(game "Fill" (players 2)
///     (equipment { (board (square 3)) (piece "Disc" Each) })
///     (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"#;
/// let compiled = Parsed::new("fill.lud", text)?.expand(&[], &KnownDefines::none())?.check()?.compile()?;
/// let series = Series::new(&compiled, &Rewrites::all());
/// assert_eq!(series.evaluator(), Evaluator::Program);
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
#[derive(Debug)]
pub struct Series {
    game: Arc<Game>,
    player: Option<Player>,
    obstacle: Option<Unfit>,
}

impl Series {
    /// Playouts by the program of a game, made with these rewrites; by the plain evaluator if the game has no program.
    pub fn new(compiled: &Compiled, rewrites: &Rewrites) -> Series {
        let game = Arc::clone(compiled.game());
        match Program::new(compiled.typed(), &game, rewrites).and_then(|program| Player::new(program, &game)) {
            Ok(player) => Series { game, player: Some(player), obstacle: None },
            Err(unfit) => Series { game, player: None, obstacle: Some(unfit) },
        }
    }

    /// Playouts by the plain evaluator, which lists all moves and takes one by its number. They are those of a program; of a game
    /// without one the same seed gives other games here than in a series that may draw moves without listing them.
    pub fn plain(game: &Arc<Game>) -> Series {
        Series { game: Arc::clone(game), player: None, obstacle: None }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// What plays. A playout that the program cannot judge is played by the plain evaluator all the same.
    pub fn evaluator(&self) -> Evaluator {
        if self.player.is_some() { Evaluator::Program } else { Evaluator::Plain }
    }

    /// Whether moves are drawn without listing them: a program takes them by their number in the list.
    fn draws(&self) -> bool {
        self.obstacle.is_some()
    }

    /// Why the game has no program, if one was asked for.
    pub fn obstacle(&self) -> Option<&Unfit> {
        self.obstacle.as_ref()
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
        let mut runner = None;
        let draws = self.draws();
        let mut plain = |index: u64| {
            let way = if draws { Way::Drawn } else { Way::Listed(|_| {}) };
            play_on(&mut runner, &self.game, seed(master, index), limit, way)
        };
        let Some(player) = &self.player else {
            while let Some(index) = next() {
                if !see(index, plain(index)) {
                    break;
                }
            }
            return;
        };
        player.series(
            limit,
            || next().map(|index| (index, seed(master, index))),
            |index, _, playout| {
                let playout = playout.map_or_else(|| plain(index), Ok);
                see(index, playout)
            },
        );
    }

    /// The same; `see` is also given how many moves were legal, duplicates counted, before each move of the playout.
    pub fn watch(
        &self,
        master: u64,
        limit: usize,
        mut next: impl FnMut() -> Option<u64>,
        mut see: impl FnMut(u64, Result<Playout, PlayError>, &[u32]) -> bool,
    ) {
        let (mut runner, draws) = (None, self.draws());
        let mut plain = |index: u64, see: &mut See<'_>| {
            let mut choices = Vec::new();
            let seen = |count| choices.push(count as u32);
            let way = if draws { Way::Watched(seen) } else { Way::Listed(seen) };
            let playout = play_on(&mut runner, &self.game, seed(master, index), limit, way);
            see(index, playout, &choices)
        };
        let Some(player) = &self.player else {
            while let Some(index) = next() {
                if !plain(index, &mut see) {
                    break;
                }
            }
            return;
        };
        player.watch(
            limit,
            || next().map(|index| (index, seed(master, index))),
            |index, playout, choices| match playout {
                Some(playout) => see(index, Ok(playout), choices),
                None => plain(index, &mut see),
            },
        );
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
