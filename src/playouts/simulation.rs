//! Trying games out from a position: what a player does who thinks ahead.

use crate::engine::context::Checkpoint;
use crate::engine::mv::Move;
use crate::engine::playout::Runner;
use crate::engine::state::State;
use crate::engine::trial::{PlayError, Trial};
use smallvec::SmallVec;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What each agent gets, agent 1 first: 1 for the best that can be had, 0 for the worst, a half for a draw of two.
pub type Rewards = SmallVec<[f64; 4]>;

/// A game that is tried out from a position, as often as one likes.
///
/// An *agent* is who decides: agent 1 plays for player 1 until seats are swapped. A simulation that has failed stays
/// failed until it is rewound.
pub trait Simulation {
    /// Goes back to the position that the simulation was made from. Chance takes another course for another seed, so
    /// that nobody can foresee it.
    fn rewind(&mut self, seed: u64);

    /// How many legal moves there are, in the order of [`Trial::legal`]; 0 once the game is over.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value.
    fn count(&mut self) -> Result<usize, PlayError>;

    /// Plays the legal move of this number; [`Simulation::count`] has to have been asked for in this position.
    ///
    /// # Errors
    ///
    /// [`PlayError`] when there is no such move, or the rules have no value.
    fn play(&mut self, index: usize) -> Result<(), PlayError>;

    /// Plays a legal move, each as likely as any other; `choose` draws a number from 0 up to but without the one it is
    /// given, once or several times.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value.
    fn draw(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Result<(), PlayError>;

    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// The agent who is to move, from 1.
    fn agent(&self) -> usize;

    /// What each agent has got when the game is over; what a draw gives while it is not.
    fn rewards(&self) -> Rewards;

    /// The scores by agent, agent 1 first; `None` in a game without them.
    fn scores(&mut self) -> Option<SmallVec<[i32; 4]>>;

    /// Remembers the position, for [`Simulation::back`]. What was remembered before is forgotten.
    fn mark(&mut self);

    /// Goes back to the position remembered last.
    fn back(&mut self);

    /// A name for each legal move that stays the same when other moves are legal too; `None` where the number is one,
    /// because the same moves made always leave the same moves legal.
    fn names(&mut self) -> Option<Vec<u64>>;
}

/// What a game drawn by everybody gives: the mean.
fn drawn_game(players: i32) -> Rewards {
    SmallVec::from_elem(0.5, usize::try_from(players).unwrap_or(0))
}

/// Who decides for a player, as an index from 0.
fn seat(state: &State, player: i32) -> usize {
    usize::try_from(state.agent(player) - 1).unwrap_or(0)
}

/// What each agent has got in a finished game, from the ranks: rank 1 gives 1, the last rank 0. Without other players
/// a win gives 1. What a draw gives while the game is not over.
///
/// # Examples
///
/// ```
/// use ludemic::{Game, KnownDefines, Trial, playouts::rewards};
///
/// # let text = r#"(game "Fill" (players 2)
/// #   (equipment { (board (square 2)) (piece "Disc" Each) })
/// #   (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
/// let game = Game::load("fill.lud", text, &[], &KnownDefines::none())?;
/// let mut trial = Trial::start(game, 1)?;
/// assert_eq!(rewards(trial.state())[..], [0.5, 0.5]);
/// trial.playout(7, usize::MAX)?;
/// assert_eq!(rewards(trial.state())[..], [0.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rewards(state: &State) -> Rewards {
    let players = state.players();
    let mut rewards = drawn_game(players);
    let Some(status) = state.status() else { return rewards };
    for player in 1..=players {
        let rank = state.rank(player);
        let reward = if players == 1 {
            f64::from(u8::from(status.winner == 1))
        } else if rank > 0.0 {
            1.0 - (rank - 1.0) / f64::from(players - 1)
        } else {
            0.5
        };
        if let Some(entry) = rewards.get_mut(seat(state, player)) {
            *entry = reward;
        }
    }
    rewards
}

/// A simulation from the position of a trial.
///
/// # Examples
///
/// ```
/// use ludemic::playouts::simulate;
/// use ludemic::{Game, KnownDefines, Trial};
///
/// let text = r#"(game "Fill" (players 2)
///     (equipment { (board (square 3)) (piece "Disc" Each) })
///     (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"#;
/// let mut trial = Trial::start(Game::load("fill.lud", text, &[], &KnownDefines::none())?, 0)?;
/// trial.play(4)?;
/// let mut simulation = simulate(&trial);
/// while !simulation.is_over() {
///     simulation.draw(&mut |count| count - 1)?;
/// }
/// assert_eq!(simulation.rewards()[..], [1.0, 0.0]);
/// simulation.rewind(0);
/// assert_eq!(simulation.count()?, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn simulate(trial: &Trial) -> Box<dyn Simulation> {
    match Runner::at(trial) {
        Some((runner, legal)) => Box::new(Running { runner, root: legal.clone(), listed: legal, mark: None }),
        None => Box::new(ByTrial::new(trial.clone())),
    }
}

/// The scores by agent; `None` in a game without them.
fn scores(scored: bool, state: &State) -> Option<SmallVec<[i32; 4]>> {
    if !scored {
        return None;
    }
    let mut scores: SmallVec<[i32; 4]> = (1..=state.players()).map(|player| state.score(player)).collect();
    for player in 1..=state.players() {
        if let Some(entry) = scores.get_mut(seat(state, player)) {
            *entry = state.score(player);
        }
    }
    Some(scores)
}

/// A name for each move.
fn names(legal: &[Move]) -> Vec<u64> {
    let name = |m: &Move| {
        let mut hasher = DefaultHasher::new();
        (m.mover, m.from, m.to, m.actions_text()).hash(&mut hasher);
        hasher.finish()
    };
    legal.iter().map(name).collect()
}

/// A simulation without a history, in the memory of one position.
struct Running {
    runner: Runner,
    /// The legal moves of the position it begins at, where chance has a part in what they are.
    root: Option<Vec<Move>>,
    /// Those of the present position, where they had to be listed.
    listed: Option<Vec<Move>>,
    mark: Option<(Checkpoint, Vec<Move>)>,
}

impl Running {
    fn list(&mut self) -> Result<&[Move], PlayError> {
        if self.listed.is_none() {
            self.listed = Some(self.runner.list()?);
        }
        Ok(self.listed.as_deref().unwrap_or_default())
    }
}

impl Simulation for Running {
    fn rewind(&mut self, seed: u64) {
        // A start that nothing is left to chance in cannot fail.
        let _ = self.runner.restart(seed);
        self.listed.clone_from(&self.root);
        self.mark = None;
    }

    fn count(&mut self) -> Result<usize, PlayError> {
        match &self.listed {
            Some(listed) => Ok(listed.len()),
            None if self.runner.state().is_over() => Ok(0),
            None if self.root.is_some() => self.list().map(<[_]>::len),
            None => self.runner.count(),
        }
    }

    fn play(&mut self, index: usize) -> Result<(), PlayError> {
        let Some(mut listed) = self.listed.take() else { return self.runner.play(index) };
        let count = listed.len();
        self.runner.play_listed(listed.get_mut(index).ok_or(PlayError::NoSuchMove { index, count })?)
    }

    fn draw(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Result<(), PlayError> {
        if let Some(listed) = &self.listed { self.play(choose(listed.len())) } else { self.runner.draw(choose) }
    }

    fn is_over(&self) -> bool {
        self.runner.state().is_over()
    }

    fn agent(&self) -> usize {
        seat(self.runner.state(), self.runner.state().mover()) + 1
    }

    fn rewards(&self) -> Rewards {
        rewards(self.runner.state())
    }

    fn scores(&mut self) -> Option<SmallVec<[i32; 4]>> {
        scores(self.runner.game().features.scores, self.runner.state())
    }

    fn mark(&mut self) {
        let legal = self.list().unwrap_or_default().to_vec();
        self.mark = Some((self.runner.mark(), legal));
    }

    fn back(&mut self) {
        if let Some((checkpoint, legal)) = &self.mark {
            self.runner.back(checkpoint);
            self.listed = Some(legal.clone());
        }
    }

    fn names(&mut self) -> Option<Vec<u64>> {
        self.root.as_ref()?;
        Some(names(self.list().unwrap_or_default()))
    }
}

/// A simulation by a trial, for games in which players do not simply take turns.
struct ByTrial {
    trial: Trial,
    /// How many decisions have been made before it began, and up to the mark.
    begin: usize,
    mark: usize,
}

impl ByTrial {
    fn new(trial: Trial) -> ByTrial {
        let begin = trial.choices().len();
        ByTrial { trial, begin, mark: begin }
    }

    fn back_to(&mut self, length: usize) {
        while self.trial.choices().len() > length && self.trial.undo() {}
    }
}

impl Simulation for ByTrial {
    fn rewind(&mut self, seed: u64) {
        self.back_to(self.begin);
        self.mark = self.begin;
        self.trial.reseed(seed);
    }

    fn count(&mut self) -> Result<usize, PlayError> {
        self.trial.legal().map(<[_]>::len)
    }

    fn play(&mut self, index: usize) -> Result<(), PlayError> {
        self.trial.play(index).map(drop)
    }

    fn draw(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Result<(), PlayError> {
        let count = self.count()?;
        self.play(choose(count))
    }

    fn is_over(&self) -> bool {
        self.trial.is_over()
    }

    fn agent(&self) -> usize {
        seat(self.trial.state(), self.trial.chooser()) + 1
    }

    fn rewards(&self) -> Rewards {
        if self.trial.is_over() { rewards(self.trial.state()) } else { drawn_game(self.trial.state().players()) }
    }

    fn scores(&mut self) -> Option<SmallVec<[i32; 4]>> {
        scores(self.trial.game().features.scores, self.trial.state())
    }

    fn mark(&mut self) {
        self.mark = self.trial.choices().len();
    }

    fn back(&mut self) {
        self.back_to(self.mark);
    }

    fn names(&mut self) -> Option<Vec<u64>> {
        self.trial.game().features.stochastic.then(|| names(self.trial.legal().unwrap_or_default()))
    }
}
