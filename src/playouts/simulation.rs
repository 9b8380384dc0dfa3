//! Trying games out from a position: what a player does who thinks ahead.

use crate::engine::game::Game;
use crate::engine::state::State;
use crate::engine::trial::{PlayError, Trial};
use crate::pipeline::Compiled;
use crate::program::rewrites::Rewrites;
use crate::program::{self, Program};
use smallvec::SmallVec;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

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
    /// [`PlayError`] when this way of playing cannot go on.
    fn count(&mut self) -> Result<usize, PlayError>;

    /// Plays the legal move of this number; [`Simulation::count`] has to have been asked for in this position.
    ///
    /// # Errors
    ///
    /// [`PlayError`] when there is no such move, or this way of playing cannot go on.
    fn play(&mut self, index: usize) -> Result<(), PlayError>;

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

/// What a draw of everybody gives: the mean.
pub(crate) fn draw(players: i32) -> Rewards {
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
    let mut rewards = draw(players);
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

/// Makes simulations of one game, by its [`Program`] where it has one: that is ten to a hundred times faster than
/// playing [`Trial`]s.
///
/// # Examples
///
/// ```
/// use ludemic::playouts::Simulator;
/// use ludemic::{KnownDefines, Parsed, Trial};
///
/// let text = r#"(game "Fill" (players 2)
///     (equipment { (board (square 3)) (piece "Disc" Each) })
///     (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"#;
/// let compiled = Parsed::new("fill.lud", text)?.expand(&[], &KnownDefines::none())?.check()?.compile()?;
/// let simulator = Simulator::new(&compiled);
///
/// let mut trial = Trial::start(compiled.game().clone(), 0)?;
/// trial.play(4)?;
/// let mut simulation = simulator.from(&trial);
/// while !simulation.is_over() {
///     let last = simulation.count()? - 1;
///     simulation.play(last)?;
/// }
/// assert_eq!(simulation.rewards()[..], [1.0, 0.0]);
/// simulation.rewind(0);
/// assert_eq!(simulation.count()?, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Simulator {
    game: Arc<Game>,
    program: Option<program::Player>,
}

impl Simulator {
    /// Simulations by the program of a game; by trials if it has none.
    pub fn new(compiled: &Compiled) -> Simulator {
        let game = Arc::clone(compiled.game());
        let program = Program::new(compiled.typed(), &game, &Rewrites::all());
        let program = program.and_then(|program| program::Player::new(program, &game)).ok();
        Simulator { game, program }
    }

    /// Simulations by trials, which any game can be played by.
    pub fn plain(game: &Arc<Game>) -> Simulator {
        Simulator { game: Arc::clone(game), program: None }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Whether simulations are played by a program.
    pub fn is_fast(&self) -> bool {
        self.program.is_some()
    }

    /// A simulation from the position of a trial of this game.
    #[allow(clippy::wrong_self_convention)]
    pub fn from(&self, trial: &Trial) -> Box<dyn Simulation + '_> {
        match &self.program {
            Some(program) => program.simulation(trial),
            None => self.plain_from(trial),
        }
    }

    /// A simulation by a trial, for what a program cannot judge.
    pub fn plain_from(&self, trial: &Trial) -> Box<dyn Simulation + '_> {
        Box::new(Plain::new(trial.clone()))
    }
}

/// A simulation that is a trial.
struct Plain {
    trial: Trial,
    /// How many decisions have been made before it began, and up to the mark.
    begin: usize,
    mark: usize,
}

impl Plain {
    fn new(trial: Trial) -> Plain {
        let begin = trial.choices().len();
        Plain { trial, begin, mark: begin }
    }

    fn back_to(&mut self, length: usize) {
        while self.trial.choices().len() > length && self.trial.undo() {}
    }
}

impl Simulation for Plain {
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

    fn is_over(&self) -> bool {
        self.trial.is_over()
    }

    fn agent(&self) -> usize {
        seat(self.trial.state(), self.trial.chooser()) + 1
    }

    fn rewards(&self) -> Rewards {
        if self.trial.is_over() { rewards(self.trial.state()) } else { draw(self.trial.state().players()) }
    }

    fn scores(&mut self) -> Option<SmallVec<[i32; 4]>> {
        let state = self.trial.state();
        if !self.trial.game().features.scores {
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

    fn mark(&mut self) {
        self.mark = self.trial.choices().len();
    }

    fn back(&mut self) {
        self.back_to(self.mark);
    }

    fn names(&mut self) -> Option<Vec<u64>> {
        if !self.trial.game().features.stochastic {
            return None;
        }
        let legal = self.trial.legal().unwrap_or_default();
        let name = |m: &crate::Move| {
            let mut hasher = DefaultHasher::new();
            (m.mover, m.from, m.to, m.actions_text()).hash(&mut hasher);
            hasher.finish()
        };
        Some(legal.iter().map(name).collect())
    }
}
