//! A compiled game: equipment and lowered rules.

use crate::engine::ends::EndRules;
use crate::engine::equipment::{Equipment, NamedRegion};
use crate::engine::expr::{BoolExpr, IntExpr, RegionExpr};
use crate::engine::fault::Places;
use crate::engine::features::Features;
use crate::engine::instances::Match;
use crate::engine::moves::MovesExpr;
use crate::engine::profile::Profiling;
use crate::engine::start::StartRule;
use crate::engine::state::State;
use crate::engine::tally::Rule;
use crate::engine::transpositions::Thresholds;
use crate::ludemes::puzzle::Constraints;
use crate::source::Sources;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A phase of the rules. A game without phases has one without a name.
#[derive(Debug)]
pub struct Phase {
    /// Its name.
    pub name: Arc<str>,
    /// Whose phase it is first: a player, or players + 1 for all.
    pub owner: i32,
    /// Its play rules.
    pub play: MovesExpr,
    /// Whether a move may be drawn before the turn has come: nothing that is asked to find it counts moves or turns, or
    /// is no part of the state.
    pub draws_ahead: bool,
    /// Whether its play rules may ask for the last move.
    pub(crate) asks_back: bool,
    /// Its end rules.
    pub end: Option<EndRules>,
    /// When it is left.
    pub next: Vec<NextPhase>,
}

/// A way out of a [`Phase`].
#[derive(Debug)]
pub struct NextPhase {
    /// The player concerned; players + 1 for all.
    pub player: IntExpr,
    /// When it applies.
    pub condition: BoolExpr,
    /// The phase that follows; `None` for the following one.
    pub target: Option<usize>,
}

/// Who moves when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// One player after the other.
    #[default]
    Alternating,
    /// All players at once: a move is made of one move of each.
    Simultaneous,
    /// Nobody: the rules go on by themselves.
    Simulation,
}

/// Which repetitions are illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    /// Of positions, in the whole game.
    Positional,
    /// Of situations, in the whole game.
    Situational,
    /// Of positions, within a turn.
    PositionalInTurn,
    /// Of situations, within a turn.
    SituationalInTurn,
}

/// The meta rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meta {
    /// The swap rule.
    pub swap: bool,
    /// Repetition that is illegal.
    pub no_repeat: Option<Repetition>,
    /// Moves that lose the game for the mover are illegal.
    pub no_suicide: bool,
    /// Moves to sites that only one move goes to are made by themselves.
    pub automove: bool,
    /// Pieces drop to the empty vertices below them.
    pub gravity: bool,
    /// Pieces that hold up more than one other cannot be taken away.
    pub pin: bool,
}

impl Meta {
    /// Whether some rule tells of a move only when it has been tried whether it is legal.
    pub(crate) fn tries(&self) -> bool {
        self.no_repeat.is_some() || self.no_suicide || self.pin
    }
}

/// A game ready to be played: what a description means under one selection of options.
pub struct Game {
    /// Its name.
    pub name: Arc<str>,
    /// What it is played with.
    pub equipment: Arc<Equipment>,
    /// What it makes use of.
    pub features: Features,
    /// Regions of the equipment, in declaration order.
    pub regions: Arc<Vec<NamedRegion>>,
    /// Who moves when.
    pub mode: Mode,
    /// Start rules.
    pub start: Vec<StartRule>,
    /// Phases; at least one.
    pub phases: Vec<Phase>,
    /// End rules common to all phases.
    pub end: Option<EndRules>,
    /// Meta rules.
    pub meta: Meta,
    /// The regions of the equipment that are drawn anew for each game.
    pub(crate) drawn: Vec<Arc<RegionExpr>>,
    /// The generator declared in each component, by component index.
    pub generators: Vec<Option<MovesExpr>>,
    /// Names of the variables, by variable number.
    pub vars: Vec<Arc<str>>,
    /// Strings of proposals, votes and decisions, by number.
    pub votes: Vec<Arc<str>>,
    /// The match that it is the first game of, and whose name it has.
    pub instances: Option<Arc<Match>>,
    /// The rules whose use is counted; none unless the game was lowered for it.
    pub rules: Vec<Rule>,
    /// What is measured while it is played; nothing unless the game was lowered for it.
    pub(crate) profiling: Option<Profiling>,
    /// Where the ludemes stand in the text.
    pub(crate) places: Places,
    /// What a deduction puzzle asks for.
    pub puzzle: Option<Arc<Constraints>>,
    /// How many values are kept between evaluations.
    pub(crate) keeps: usize,
    /// Most moves of a game.
    pub move_limit: i32,
    /// Most turns of a player.
    pub turn_limit: i32,
    /// Units of evaluation work allowed for one ply; a unit is an expression evaluated, a site visited or the like.
    pub work_limit: u64,
    /// Bytes allowed for the moves that one ply makes, and for the moves that a game remembers.
    pub memory_limit: u64,
    /// The units that trying something out on a copy of the state takes.
    pub(crate) scratch_work: u64,
    /// Whether a drawn move may be left in compact form: nothing looks at it before it is made, and nothing at what it
    /// passed over afterwards.
    pub(crate) allows_compact: bool,
    /// Whether a piece that moves takes nothing with it: pieces do not stand on each other, cover other sites, hide, or
    /// count on tracks.
    pub(crate) lone_pieces: bool,
    /// Whether something reads the owned lists; otherwise playouts do not keep them.
    pub(crate) reads_lists: bool,
    /// Whether a consequence may wait in playouts until the game is over.
    pub(crate) defers_stores: bool,
    /// Whether a move may be drawn before the turn has come, while an end rule asks whether there is one.
    pub(crate) draws_ahead: bool,
    /// Where its board is small, and what can happen from a position depends on it alone, but for the last move: the
    /// numbers that counters are compared with.
    pub(crate) memoryless: Option<Thresholds>,
    /// As [`Game::has_few_positions`], once that has been asked for.
    pub(crate) repeats: OnceLock<bool>,
    /// Whether dice may be thrown before a move is drawn: nothing asks for what a move did, or looks at it before it is
    /// made.
    pub(crate) throws_first: bool,
}

/// Ludii's default for the most moves of a game.
pub const MOVE_LIMIT: i32 = 10_000;
/// Ludii's default for the most turns of a player.
pub const TURN_LIMIT: i32 = 1_250;
/// The default for the work of a ply, far above what any published game needs. Ludii has no such limit and does not
/// come back.
pub const WORK_LIMIT: u64 = 100_000_000;
/// The default for the memory of a ply and for that of a game, far above what any published game needs.
pub const MEMORY_LIMIT: u64 = 512 << 20;

impl Game {
    /// The phase that a player is in.
    #[inline]
    pub(crate) fn phase(&self, state: &State, player: i32) -> &Phase {
        match &self.phases[..] {
            [only] => only,
            phases => &phases[state.phase(player)],
        }
    }

    /// The same, written in these texts.
    pub(crate) fn written_in(mut self, sources: &Sources) -> Self {
        self.places.sources = sources.clone();
        self
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({})", self.name)
    }
}
