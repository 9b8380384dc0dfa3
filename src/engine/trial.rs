//! A game being played.

use crate::engine::context::{Checkpoint, Cx};
use crate::engine::fault::{Fault, RuleError};
use crate::engine::game::{Game, Mode};
use crate::engine::instances::Points;
use crate::engine::mv::Move;
use crate::engine::profile::Profile;
use crate::engine::rng::GameRng;
use crate::engine::state::State;
use crate::engine::tally::Use;
use std::sync::Arc;

pub use matches::MatchState;
use matches::{LeftGame, MatchProgress};

/// Why something could not be done with a [`Trial`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message tells what the fields are")]
pub enum PlayError {
    /// The rules have no value in this position. Ludii 1.3.12 throws an exception in these places.
    #[error("the rules fail in this position: {0}")]
    Fault(Box<RuleError>),
    /// There is no legal move of this number.
    #[error("there is no legal move number {index}: the legal moves are 0 to {last}", last = .count.saturating_sub(1))]
    NoSuchMove { index: usize, count: usize },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A game needs another number of players than it was given.
    #[error("the game has {seats} players, not {players}")]
    Seats { players: usize, seats: i32 },
    /// A player thinks ahead in a game that hides something from players.
    #[error("hidden information: a player who thinks ahead would see through it")]
    Hidden,
    /// A player thinks ahead in a game in which all players move at once.
    #[error("all players move at once: a player who thinks ahead would see what the others have chosen")]
    AtOnce,
    /// A player is to choose moves in a game that has no players.
    #[error("a game without players: there is nobody to choose a move")]
    Nobody,
}

impl PlayError {
    /// What went wrong in the rules; `None` where nothing did.
    pub fn fault(&self) -> Option<&Fault> {
        if let PlayError::Fault(error) = self { Some(&error.fault) } else { None }
    }
}

impl From<RuleError> for PlayError {
    fn from(error: RuleError) -> Self {
        PlayError::Fault(Box::new(error))
    }
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
    /// The legal moves of who is to choose.
    legal: Option<Vec<Move>>,
    /// Where all players move at once, the moves of all, and those chosen so far.
    all: Option<Vec<Move>>,
    chosen: Vec<Move>,
    /// The random stream before the legal moves were found.
    listed_from: GameRng,
    past: Vec<UndoRecord>,
    /// The memory of the lists of moves in it.
    listed: u64,
    /// The numbers of all decisions, those that can no longer be undone included.
    choices: Vec<usize>,
    progress: Option<MatchProgress>,
}

/// What undoing a decision puts back.
#[derive(Debug, Clone)]
struct UndoRecord {
    position: Checkpoint,
    /// The legal moves, those of all players, and the memory that both take; `None` where they have to be found again,
    /// with the random stream as it was then.
    legal: Option<Vec<Move>>,
    all: Option<Vec<Move>>,
    bytes: u64,
    listed_from: GameRng,
    chosen: Vec<Move>,
    /// What is left behind where the move is made between two games of a match.
    left: Option<Box<LeftGame>>,
}

impl Trial {
    /// Starts a game; `seed` is the state of the random stream that dice and other chance draw from.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the start rules have no value.
    pub fn start(game: Arc<Game>, seed: u64) -> Result<Trial, PlayError> {
        Trial::of(Cx::start(game, seed, None)?)
    }

    /// The same with so much evaluation work for the whole game, instead of that of a ply for each ply.
    pub(crate) fn start_within(game: Arc<Game>, seed: u64, work: u64) -> Result<Trial, PlayError> {
        Trial::of(Cx::start(game, seed, Some(work))?)
    }

    /// The trial of a game that stands so.
    pub(crate) fn of(mut cx: Cx) -> Result<Trial, PlayError> {
        let game = Arc::clone(&cx.game);
        cx.points = game.instances.as_ref().map(|_| Points::new(game.equipment.players));
        let progress = MatchProgress::start(&cx);
        let mut trial = Trial {
            listed_from: cx.rng.clone(),
            cx,
            legal: None,
            all: None,
            chosen: Vec::new(),
            past: Vec::new(),
            listed: 0,
            choices: Vec::new(),
            progress,
        };
        if game.features.stochastic {
            trial.legal()?;
        }
        Ok(trial)
    }

    fn check(&mut self) -> Result<(), PlayError> {
        self.cx.take_fault().map_or(Ok(()), |fault| Err(fault.into()))
    }

    /// The game; of a match the present one.
    pub fn game(&self) -> &Arc<Game> {
        &self.cx.game
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.cx.state
    }

    /// Whether the game is over; of a match whether all of it is. Its state then has the result of the match.
    pub fn is_over(&self) -> bool {
        self.progress.as_ref().map_or_else(|| self.cx.state.is_over(), |progress| progress.over)
    }

    /// How many moves were made, start placements not counted; of a match in all its games.
    pub fn len(&self) -> usize {
        self.cx.count_moves() + self.progress.as_ref().map_or(0, |progress| progress.moves)
    }

    /// The move made last; before the first that of the last start rule, if there is one.
    pub fn last_move(&self) -> Option<&Move> {
        match &self.progress {
            Some(progress) if self.cx.count_moves() == 0 && progress.moves > 0 => {
                progress.history.last().map(Arc::as_ref)
            }
            _ => self.cx.history.written_out().next_back().map(Arc::as_ref),
        }
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
    /// Of a match those of all its games.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &Move> {
        let before = self.progress.iter().flat_map(|progress| &progress.history);
        before.chain(self.cx.history.written_out()).map(Arc::as_ref)
    }

    /// How many of the moves in [`Trial::history`] were made by the start rules.
    pub fn initial(&self) -> usize {
        self.progress.as_ref().map_or(self.cx.initial, |progress| progress.initial)
    }

    /// Who is to choose a move: the mover; where all players move at once, the first who has not chosen yet; 0 in a
    /// simulation, whose one legal move is what the rules do by themselves.
    pub fn chooser(&self) -> i32 {
        match self.cx.game.mode {
            Mode::Simultaneous => self.active().nth(self.chosen.len()).unwrap_or(0),
            _ => self.cx.state.mover(),
        }
    }

    fn active(&self) -> impl Iterator<Item = i32> {
        (1..=self.cx.state.players()).filter(|&player| self.cx.state.is_active(player))
    }

    /// The moves that have been chosen for a move that all players make at once, while some have not chosen yet: empty
    /// in all other games. They are made when the last player has chosen.
    pub fn chosen(&self) -> &[Move] {
        &self.chosen
    }

    /// Whether another move can be made in a game that is given up after `limit` moves. A simulation also stops where
    /// nothing happens any more, and after [`Game::move_limit`] moves, since its rules have no limit of their own.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value here.
    pub fn goes_on(&mut self, limit: usize) -> Result<bool, PlayError> {
        if self.is_over() || self.len() >= limit {
            return Ok(false);
        }
        if self.cx.game.mode == Mode::Simulation {
            let most = usize::try_from(self.cx.game.move_limit).unwrap_or(0);
            return Ok(self.len() < most && !self.legal()?.is_empty());
        }
        Ok(true)
    }

    /// The legal moves of [`Trial::chooser`], in Ludii's order, duplicates kept; empty when the game is over, and in a
    /// simulation in which nothing happens any more.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value here.
    pub fn legal(&mut self) -> Result<&[Move], PlayError> {
        if self.legal.is_none() {
            let moves = match self.cx.game.mode {
                Mode::Simultaneous if !self.awaits_next() => {
                    let chooser = self.chooser();
                    self.legal_of_all()?.iter().filter(|m| m.mover == chooser).cloned().collect()
                }
                _ => self.find_legal()?,
            };
            self.legal = Some(moves);
        }
        Ok(self.legal.as_deref().unwrap_or_default())
    }

    fn find_legal(&mut self) -> Result<Vec<Move>, PlayError> {
        if self.awaits_next() {
            return Ok(vec![Move::next_instance(self.cx.state.mover())]);
        }
        self.cx.renew_work();
        self.listed_from = self.cx.rng.clone();
        let moves = self.cx.legal_moves();
        self.check()?;
        Ok(moves)
    }

    /// The legal moves of all players where they move at once, those of players who are out included; otherwise those
    /// of [`Trial::legal`].
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value here.
    pub fn legal_of_all(&mut self) -> Result<&[Move], PlayError> {
        if self.cx.game.mode != Mode::Simultaneous || self.awaits_next() {
            return self.legal();
        }
        if self.all.is_none() {
            self.all = Some(self.find_legal()?);
        }
        Ok(self.all.as_deref().unwrap_or_default())
    }

    /// Plays the legal move of this number. The state is untouched when it fails.
    ///
    /// Returns the move as it is recorded. Where all players move at once, this is the decision of one of them: it is
    /// returned as it was chosen, and nothing happens before the last one has chosen; then the moves of all are made as
    /// one.
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
        self.remember(legal, index);
        if self.awaits_next() {
            return self.next_instance(m);
        }
        let m = match self.cx.game.mode {
            Mode::Simultaneous => {
                self.chosen.push(m);
                if self.active().count() > self.chosen.len() {
                    return self.chosen.last().ok_or(PlayError::Over);
                }
                Move::together(self.cx.state.players() + 1, std::mem::take(&mut self.chosen))
            }
            _ => m,
        };
        self.make(&m)
    }

    /// Plays a move of one player alone in a game in which all move at once, as if players took turns.
    pub(crate) fn play_alone(&mut self, index: usize) -> Result<&Move, PlayError> {
        let Some(m) = self.legal_of_all()?.get(index).cloned() else {
            return Err(PlayError::NoSuchMove { index, count: self.legal_of_all()?.len() });
        };
        let legal = self.legal.take().unwrap_or_default();
        self.remember(legal, index);
        self.make(&m)
    }

    /// Makes all decisions so far final: [`Trial::undo`] does not take them back. What was kept for that, such as the
    /// legal moves of every position, is given back, so that the game takes less memory and is copied faster.
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
    /// trial.play(3)?;
    /// trial.settle();
    /// trial.play(0)?;
    /// assert!(trial.undo());
    /// assert!(!trial.undo());
    /// assert_eq!((trial.legal()?.len(), trial.choices().collect::<Vec<_>>()), (3, vec![3]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn settle(&mut self) {
        self.past.clear();
        self.listed = 0;
        self.cx.state.forget_marks();
    }

    fn remember(&mut self, legal: Vec<Move>, index: usize) {
        self.choices.push(index);
        let bytes: u64 = legal.iter().chain(self.all.iter().flatten()).map(Move::bytes).sum();
        // Lists of moves are kept as long as there is room; the others are found again where a move is taken back.
        let kept = self.listed.saturating_add(bytes) <= self.cx.memory_limit() / 4;
        let bytes = if kept { bytes } else { 0 };
        self.listed += bytes;
        self.past.push(UndoRecord {
            bytes,
            position: self.cx.checkpoint(),
            legal: kept.then_some(legal),
            all: self.all.clone().filter(|_| kept),
            listed_from: self.listed_from.clone(),
            chosen: self.chosen.clone(),
            left: None,
        });
    }

    /// Undoes what has failed; otherwise finds the legal moves where they draw on chance.
    fn ready(&mut self) -> Result<&Move, PlayError> {
        if let Err(error) = self.check() {
            self.undo();
            return Err(error);
        }
        if self.cx.game.features.stochastic && !self.is_over() {
            self.legal()?;
        }
        self.last_move().ok_or(PlayError::Over)
    }

    fn make(&mut self, m: &Move) -> Result<&Move, PlayError> {
        self.all = None;
        self.cx.renew_work();
        self.cx.advance(m);
        self.ready()
    }

    /// The text of a move as it would be recorded if it were played now, consequences executed and flattened; where all
    /// players move at once, the text of this player's part without consequences. The state is untouched.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value.
    pub fn preview(&mut self, m: &Move) -> Result<String, PlayError> {
        if self.cx.game.mode == Mode::Simultaneous || self.awaits_next() {
            return Ok(m.to_string());
        }
        self.cx.renew_work();
        let text = self.cx.foresee(m, |cx| cx.last_move().map(|m| m.to_string()).unwrap_or_default());
        self.check()?;
        Ok(text)
    }

    /// Takes the last decision back, a move or one player's part of one; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.choices.pop();
        if let Some(left) = before.left {
            self.return_to(*left);
        }
        self.cx.go_back(before.position);
        self.listed -= before.bytes;
        self.legal = before.legal;
        self.all = before.all;
        self.chosen = before.chosen;
        if self.legal.is_none() {
            let rng = std::mem::replace(&mut self.cx.rng, before.listed_from);
            // It had a value before, and so it has one again.
            let _ = self.legal();
            self.cx.rng = rng;
        }
        true
    }

    /// The numbers of the moves chosen, among the moves that were legal then; without those of the start rules. Where
    /// all players move at once there are several for each move.
    pub fn choices(&self) -> impl ExactSizeIterator<Item = usize> {
        self.choices.iter().copied()
    }

    /// Chance takes another course from here on: dice and other chance draw from the stream that begins at this state.
    /// What has been rolled already stays.
    pub fn reseed(&mut self, seed: u64) {
        self.cx.rng = GameRng::from_state(seed);
    }

    /// How often each of [`Game::rules`] was used so far, in moves that were taken back as well.
    pub fn uses(&self) -> &[Use] {
        &self.cx.tally.uses
    }

    /// What was measured so far, where the game is lowered for that.
    pub(crate) fn profile(&mut self) -> Option<&mut Profile> {
        self.cx.tally.profile.as_deref_mut()
    }

    /// A copy of the position, with its legal moves where they have been found; `None` in a match.
    pub(crate) fn position(&self) -> Option<(Cx, Option<Vec<Move>>)> {
        self.progress.is_none().then(|| (self.cx.clone(), self.legal.clone()))
    }

    /// A copy of the context, to be used up.
    pub(crate) fn scratch_context(&self) -> Cx {
        self.cx.clone()
    }
}

mod matches;
mod walk;
