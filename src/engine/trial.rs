//! A game being played.

use crate::engine::context::Cx;
use crate::engine::fault::Fault;
use crate::engine::game::Game;
use crate::engine::met::MetMark;
use crate::engine::mv::Move;
use crate::engine::rng::GameRng;
use crate::engine::state::{Mark, State};
use crate::engine::tally::Use;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::Arc;

/// Why something could not be done with a [`Trial`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The rules have no value in this position. Ludii 1.3.12 throws an exception in these places.
    #[error("the rules fail in this position: {0}")]
    Fault(#[from] Fault),
    /// There is no legal move of this number.
    #[error("there is no legal move number {index}: the legal moves are 0 to {last}", last = .count.saturating_sub(1))]
    NoSuchMove {
        /// The number asked for.
        index: usize,
        /// How many legal moves there are.
        count: usize,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A game needs another number of players than it was given.
    #[error("the game has {seats} players, not {players}")]
    Seats {
        /// How many were given.
        players: usize,
        /// How many it has.
        seats: i32,
    },
    /// The compiled program of a game cannot judge this position; a trial can.
    #[error("the compiled program of the game cannot judge this position")]
    Unjudged,
}

/// A game from its start rules on: state, history, legal moves.
///
/// # Examples
///
/// ```
/// use ludemic::{Game, KnownDefines, Trial};
///
/// # let text = r#"(game "Fill" (players 2)
/// #   (equipment { (board (square 2)) (piece "Disc" Each) })
/// #   (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
/// let game = Game::load("fill.lud", text, &[], &KnownDefines::none())?;
/// let mut trial = Trial::start(game, 1)?;
/// while !trial.is_over() {
///     trial.play(0)?;
/// }
/// assert_eq!(trial.state().status().map(|status| status.winner), Some(2));
/// assert!(trial.undo());
/// assert_eq!(trial.legal()?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Trial {
    cx: Cx,
    legal: Option<Vec<Move>>,
    past: Vec<Before>,
}

/// What undoing a move puts back.
#[derive(Debug, Clone)]
struct Before {
    mark: Mark,
    rng: GameRng,
    met: MetMark,
    legal: Vec<Move>,
    /// The number of the move that was made.
    index: usize,
}

impl Trial {
    /// Starts a game; `seed` is the state of the random stream that dice and other chance draw from.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the start rules have no value.
    pub fn start(game: Arc<Game>, seed: u64) -> Result<Trial, PlayError> {
        Trial::begin(game, seed, None)
    }

    /// The same with so much evaluation work for the whole game, instead of that of a ply for each ply.
    pub(crate) fn start_within(game: Arc<Game>, seed: u64, work: u64) -> Result<Trial, PlayError> {
        Trial::begin(game, seed, Some(work))
    }

    fn begin(game: Arc<Game>, seed: u64, work: Option<u64>) -> Result<Trial, PlayError> {
        let stochastic = game.features.stochastic;
        let cx = Cx::start(game, seed, work)?;
        let mut trial = Trial { cx, legal: None, past: Vec::new() };
        if stochastic {
            trial.legal()?;
        }
        Ok(trial)
    }

    fn check(&mut self) -> Result<(), PlayError> {
        match self.cx.take_fault() {
            Some(fault) => Err(PlayError::Fault(fault)),
            None => Ok(()),
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.cx.game
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.cx.state
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.cx.state.is_over()
    }

    /// How many moves were made, start placements not counted.
    pub fn len(&self) -> usize {
        self.cx.count_moves()
    }

    /// Whether no move has been made.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The evaluation work spent on this trial so far, moves that were taken back included, in units that
    /// [`Game::work_limit`] explains. The same steps cost the same on every machine, which makes it a measure for
    /// budgets that are to be kept alike everywhere.
    pub fn work(&self) -> u64 {
        self.cx.total_work()
    }

    /// All moves made, those of the start rules first, as they are recorded: consequences executed and flattened.
    pub fn history(&self) -> impl Iterator<Item = &Move> {
        self.cx.history.iter().map(Arc::as_ref)
    }

    /// How many of the moves in [`Trial::history`] were made by the start rules.
    pub fn initial(&self) -> usize {
        self.cx.initial
    }

    /// The legal moves, in Ludii's order, duplicates kept; empty when the game is over.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value here.
    pub fn legal(&mut self) -> Result<&[Move], PlayError> {
        if self.legal.is_none() {
            self.cx.renew_work();
            let moves = self.cx.legal_moves();
            self.check()?;
            self.legal = Some(moves);
        }
        Ok(self.legal.as_deref().unwrap_or_default())
    }

    /// Plays the legal move of this number. The state is untouched when it fails.
    ///
    /// Returns the move as it is recorded.
    ///
    /// # Errors
    ///
    /// [`PlayError::Over`], [`PlayError::NoSuchMove`], or [`PlayError::Fault`] when the rules have no value.
    pub fn play(&mut self, index: usize) -> Result<&Move, PlayError> {
        if self.is_over() {
            return Err(PlayError::Over);
        }
        let count = self.legal()?.len();
        let legal = self.legal.take().unwrap_or_default();
        let Some(m) = legal.get(index).cloned() else {
            self.legal = Some(legal);
            return Err(PlayError::NoSuchMove { index, count });
        };
        let mark = self.cx.state.mark();
        self.past.push(Before { mark, rng: self.cx.rng.clone(), met: self.cx.met.mark(), legal, index });
        self.cx.renew_work();
        self.cx.advance(&m);
        if let Err(error) = self.check() {
            self.undo();
            return Err(error);
        }
        if self.cx.game.features.stochastic && !self.is_over() {
            self.legal()?;
        }
        self.cx.last_move().ok_or(PlayError::Over)
    }

    /// The text of a move as it would be recorded if it were played now, consequences executed and flattened. The
    /// state is untouched.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value.
    pub fn preview(&mut self, m: &Move) -> Result<String, PlayError> {
        self.cx.renew_work();
        let text = self.cx.try_out(m, |cx| cx.last_move().map(ToString::to_string).unwrap_or_default());
        self.check()?;
        Ok(text)
    }

    /// Takes the last move back; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        let length = self.cx.initial + self.past.len();
        self.cx.history.truncate(length);
        self.cx.state.roll_back(before.mark);
        self.cx.rng = before.rng;
        self.cx.met.roll_back(before.met);
        self.legal = Some(before.legal);
        true
    }

    /// The numbers of the moves made, among the moves that were legal then; without those of the start rules.
    pub fn choices(&self) -> impl ExactSizeIterator<Item = usize> {
        self.past.iter().map(|before| before.index)
    }

    /// Chance takes another course from here on: dice and other chance draw from the stream that begins at this state.
    /// What has been rolled already stays.
    pub fn reseed(&mut self, seed: u64) {
        self.cx.rng = GameRng::from_state(seed);
    }

    /// Plays uniformly random moves until the game is over or `limit` moves have been made; moves that are listed
    /// twice are twice as likely, as in Ludii. The same seed gives the same game.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value.
    pub fn playout(&mut self, seed: u64, limit: usize) -> Result<(), PlayError> {
        let mut chooser = GameRng::from_state(SplitMix64::seed_from_u64(seed).next_u64());
        while !self.is_over() && self.len() < limit {
            let count = self.legal()?.len();
            let index = chooser.below(i32::try_from(count).unwrap_or(i32::MAX));
            self.play(index as usize)?;
        }
        Ok(())
    }

    /// The number of move sequences of this length from here, shorter finished games included at their end.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value.
    pub fn perft(&mut self, depth: u32) -> Result<u64, PlayError> {
        if depth == 0 || self.is_over() {
            return Ok(1);
        }
        let count = self.legal()?.len();
        if depth == 1 {
            return Ok(count as u64);
        }
        let mut nodes = 0;
        for index in 0..count {
            self.play(index)?;
            nodes += self.perft(depth - 1)?;
            self.undo();
        }
        Ok(nodes)
    }

    /// How often each of [`Game::rules`] was used so far, in moves that were taken back as well.
    pub fn uses(&self) -> &[Use] {
        self.cx.tally.uses()
    }

    /// A copy of the context, to be used up.
    pub(crate) fn scratch_context(&self) -> Cx {
        self.cx.clone()
    }
}
