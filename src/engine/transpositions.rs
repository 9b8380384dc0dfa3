//! Playouts of games that have few positions: what was found out about each is kept, and positions that are known are
//! walked without making moves (a transposition table, R. Greenblatt, D. Eastlake, S. Crocker, "The Greenblatt chess
//! program", 1967).
//!
//! A position is all that the rules can read: where pieces stand, the scalars, of the counters what they are compared
//! with, and of the moves made what the play rules may ask for. For each of its slots it is kept whether it has a move,
//! and to which position that leads. A playout draws slots as [`Runner`] does in such games, and where all is known no
//! rule is evaluated; where it is not, the runner goes to the position by its key. So the games are the same whatever
//! has been kept.

use crate::engine::draw::STEADY_LOOKS;
use crate::engine::game::{Game, MEMORY_LIMIT, Mode, WORK_LIMIT};
use crate::engine::playout::Runner;
use crate::engine::rng::GameRng;
use crate::engine::scalars::SharedScalars;
use crate::engine::state::{State, Status};
use crate::engine::trial::PlayError;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// How many positions are kept at most.
const MOST_POSITIONS: usize = 1 << 16;
/// How many slots of positions are kept at most.
const MOST_SLOTS: usize = 1 << 21;
/// How many moves are walked or made to see whether games come to the same positions again.
const SAMPLE: usize = 1 << 16;
/// After how many of them it is given up unless so many of the second half were walked. In the end there have to be few
/// positions.
const FEWEST: [(usize, u64); 5] =
    [(1 << 9, 1), (1 << 10, 4), (1 << 12, 150), (1 << 14, 2200), (SAMPLE, 3 * SAMPLE as u64 / 10)];
/// In the second half of them either so many are walked, or the number of positions grows by no more than such a part:
/// where it does not level off, there are too many for a table to pay, however often some are met.
const MANY_WALKED: u64 = 3 * SAMPLE as u64 / 8;
const LEVELS_OFF: (usize, usize) = (3, 5);
/// The most work of that: at first, and for each move.
const SAMPLE_WORK: (u64, u64) = (1 << 20, 192);
/// How many times as much it may be at first where the moves of all players are listed, which counts for more than
/// drawing one.
const LISTED: u64 = 16;
/// Up to which number a counter that is compared with it is part of a position.
const SMALL: i64 = 16;
/// After how many moves walked or made, once no more positions can be kept, it is asked whether that pays.
const ASKED: u64 = 1 << 14;

/// What is kept of a slot: nothing yet, that it has no move, or else its successor, where the position that its move
/// leads to is kept, counted from here on.
const UNKNOWN: u32 = 0;
const EMPTY: u32 = 1;
const FIRST: u32 = 2;

/// A counter of the moves of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// `(count Moves)`.
    Moves,
    /// `(count Turns)`.
    Turns,
    /// `(counter)`.
    Counter,
}

impl Count {
    fn of(self, state: &State, moves: usize) -> i64 {
        match self {
            Count::Moves => moves as i64,
            Count::Turns => i64::from(state.turn),
            Count::Counter => i64::from(state.counter()),
        }
    }
}

/// A number that the rules compare a counter with, given the limits of the game.
pub(crate) type Threshold = Box<dyn Fn(&Game) -> i64 + Send + Sync>;

/// What the rules compare counters with: a counter tells nothing of a position but whether it is less than these
/// numbers, equal or greater.
pub(crate) type Thresholds = Vec<(Count, Threshold)>;

/// A position, as far as walking does not ask for it.
#[derive(Debug)]
struct Position {
    /// Where its head and its slots are kept.
    node: u32,
    /// How many moves it has, and where the first of them is kept, once they have been counted.
    counted: Option<(u32, u32)>,
    status: Option<Status>,
}

/// The head of a node, before its slots: the number of the position, and the rest in a word.
const HEAD: u32 = 2;

/// What walking asks of a position, in a word.
#[derive(Debug, Clone, Copy)]
struct Summary {
    slots: u32,
    is_over: bool,
    /// Whether the player to move is the one who moved before.
    same_player: bool,
}

impl Summary {
    fn packed(self) -> u32 {
        self.slots << 2 | u32::from(self.is_over) << 1 | u32::from(self.same_player)
    }

    #[inline]
    fn unpacked(word: u32) -> Self {
        Summary { slots: word >> 2, is_over: word >> 1 & 1 == 1, same_player: word & 1 == 1 }
    }
}

/// The positions met so far.
#[derive(Debug, Default)]
struct Transpositions {
    positions: IndexMap<Box<[i32]>, Position, FxBuildHasher>,
    /// Node by node its head and what is kept of its slots: together, so that a step of a walk waits for memory once.
    nodes: Vec<u32>,
    /// Whether there was a position that could not be kept.
    is_full: bool,
}

impl Transpositions {
    #[inline]
    fn word(&self, place: u32) -> u32 {
        self.nodes.get(place as usize).copied().unwrap_or(UNKNOWN)
    }

    #[inline]
    fn summary(&self, node: u32) -> Summary {
        Summary::unpacked(self.word(node + 1))
    }

    /// The position of a node, and its key.
    fn at(&self, node: u32) -> Option<(&[i32], &Position)> {
        self.positions.get_index(self.word(node) as usize).map(|(key, position)| (&**key, position))
    }

    fn set_successor(&mut self, slot: u32, successor: u32) {
        if let Some(kept) = self.nodes.get_mut(slot as usize) {
            *kept = successor;
        }
    }

    fn set_counted(&mut self, node: u32, counted: (u32, u32)) {
        if let Some((_, position)) = self.positions.get_index_mut(self.word(node) as usize) {
            position.counted = Some(counted);
        }
    }

    /// So many slots of which nothing is known: how many, and where the first is kept; `None` where there is no room
    /// for them.
    fn reserve(&mut self, slots: usize) -> Option<(u32, u32)> {
        let first = self.nodes.len();
        if first + slots > MOST_SLOTS {
            self.is_full = true;
            return None;
        }
        self.nodes.resize(first + slots, UNKNOWN);
        Some((slots as u32, first as u32))
    }

    /// Where a position is kept, if it is.
    fn find(&self, key: &[i32]) -> Option<u32> {
        self.positions.get(key).map(|position| position.node)
    }

    /// Whether another position may be kept.
    fn has_room(&mut self) -> bool {
        self.is_full |= self.positions.len() >= MOST_POSITIONS;
        self.positions.len() < MOST_POSITIONS
    }

    /// Keeps a position that has not been met; where, or `None` where there is no room for its slots.
    fn insert(&mut self, key: &[i32], summary: Summary, status: Option<Status>) -> Option<u32> {
        let number = self.positions.len();
        let (_, node) = self.reserve(summary.slots as usize + HEAD as usize)?;
        for (word, place) in [number as u32, summary.packed()].into_iter().zip(node..) {
            self.set_successor(place, word);
        }
        self.positions.insert(key.into(), Position { node, counted: None, status });
        Some(node)
    }
}

/// Plays one game after the other of few positions.
#[derive(Debug)]
pub(crate) struct Walker {
    runner: Runner,
    known: Transpositions,
    /// The position where the game is; `None` where it goes on move by move.
    at: Option<u32>,
    /// The position where games begin.
    start: Option<u32>,
    /// Whether the runner is somewhere else.
    away: bool,
    /// How many moves the game has, and how often another player's turn has come.
    length: usize,
    turns: i32,
    /// How many moves may be made before a counter comes near a number that it is compared with, or the game near a
    /// limit.
    horizon: i64,
    /// Counters that are compared with smaller numbers, and up to which number they are part of a position.
    counters: Vec<(Count, i64)>,
    /// Moves that were walked; moves that were made, and times that the runner had to go where the game is.
    tally: (u64, u64),
    /// What of the scalars changes seldom, as it is at the start: where it has changed, a position is not kept.
    shared: Arc<SharedScalars>,
    key: Vec<i32>,
}

impl Walker {
    /// Whether a game is played so: it has few positions, nobody watches its rules, and the work of a ply is not
    /// bounded closely.
    pub fn walks(game: &Arc<Game>) -> bool {
        let plain = game.rules.is_empty() && game.profiling.is_none();
        plain && game.work_limit >= WORK_LIMIT && game.memory_limit >= MEMORY_LIMIT && game.has_few_positions()
    }

    /// Whether games come to the same positions again, as some tell.
    fn repeats(game: &Arc<Game>) -> Result<bool, PlayError> {
        let mut walker = Walker::new(game, 0)?;
        let mut chance = GameRng::from_state(0);
        let (mut plies, mut before, mut half, begun) = (0, 0, 0, walker.runner.work());
        let first_work = SAMPLE_WORK.0 * if game.mode == Mode::Simultaneous { LISTED } else { 1 };
        for seed in 1.. {
            let start = plies;
            while plies < SAMPLE && walker.goes_on(SAMPLE)? {
                walker.draw(|count| chance.index(count))?;
                plies += 1;
                let (walked, _) = walker.tally;
                let too_few = FEWEST.iter().any(|&(after, fewest)| plies == after && walked - before < fewest);
                let most_work = first_work + SAMPLE_WORK.1 * plies as u64;
                if too_few || walker.known.is_full || walker.runner.work().saturating_sub(begun) > most_work {
                    return Ok(false);
                }
                let growth = walker.known.positions.len() - half;
                if plies == SAMPLE && walked - before < MANY_WALKED && growth * LEVELS_OFF.1 > half * LEVELS_OFF.0 {
                    return Ok(false);
                }
                if plies.is_power_of_two() {
                    (before, half) = (walked, walker.known.positions.len());
                }
            }
            if plies == SAMPLE || plies == start {
                break;
            }
            walker.restart(seed)?;
        }
        Ok(plies == SAMPLE)
    }

    /// The first game, begun.
    pub fn new(game: &Arc<Game>, seed: u64) -> Result<Walker, PlayError> {
        let runner = Runner::steady(game, seed)?;
        let shared = runner.state().shared();
        let turns = i64::from(game.turn_limit) * i64::from(game.equipment.players);
        let (mut horizon, mut counters) = (turns.min(i64::from(game.move_limit)), Vec::new());
        for (counter, threshold) in game.memoryless.iter().flatten() {
            match threshold(game) {
                small @ ..=SMALL => counters.push((*counter, small + 1)),
                large => horizon = horizon.min(large),
            }
        }
        let mut walker = Walker {
            runner,
            known: Transpositions::default(),
            at: None,
            start: None,
            away: false,
            length: 0,
            turns: 0,
            horizon,
            counters,
            tally: (0, 0),
            shared,
            key: Vec::new(),
        };
        walker.start = walker.here()?;
        walker.at = walker.start;
        Ok(walker)
    }

    /// Begins another game.
    pub fn restart(&mut self, seed: u64) -> Result<(), PlayError> {
        let (walked, made) = self.tally;
        if self.known.is_full && walked + made >= ASKED {
            if 2 * walked < made {
                // There are too many: they are not looked for any more.
                self.start = None;
                self.known = Transpositions::default();
            }
            self.tally = (0, 0);
        }
        (self.at, self.length, self.turns, self.away) = (self.start, 0, 0, true);
        if self.at.is_none() { self.runner.restart(seed) } else { Ok(()) }
    }

    /// How many moves have been made.
    pub fn len(&self) -> usize {
        self.length
    }

    /// How the game has ended.
    pub fn status(&self) -> Option<Status> {
        match self.at {
            Some(at) => self.known.at(at).and_then(|(_, position)| position.status),
            None => self.runner.state().status(),
        }
    }

    /// As [`Runner::goes_on`].
    pub fn goes_on(&mut self, limit: usize) -> Result<bool, PlayError> {
        match self.at {
            Some(at) => Ok(!self.known.summary(at).is_over && self.length < limit),
            None => self.runner.goes_on(limit),
        }
    }

    /// As [`Runner::draw`].
    pub fn draw(&mut self, mut choose: impl FnMut(usize) -> usize) -> Result<(), PlayError> {
        if self.at.is_some() && self.is_near_limit() {
            self.catch_up();
            self.at = None;
        }
        let Some(at) = self.at else {
            self.runner.draw(choose)?;
            return self.arrive();
        };
        let Summary { slots, .. } = self.known.summary(at);
        if slots > 0 {
            let first = at + HEAD;
            for _ in 0..STEADY_LOOKS {
                let slot = choose(slots as usize) as u32;
                match self.known.word(first + slot) {
                    EMPTY => {}
                    UNKNOWN => {
                        self.catch_up();
                        if self.runner.find_in_slot(slot as usize)? {
                            return self.make(first + slot);
                        }
                        self.known.set_successor(first + slot, EMPTY);
                    }
                    to => return self.walk(to),
                }
            }
        }
        let counted = self.known.at(at).and_then(|(_, position)| position.counted);
        let (count, first) = match counted {
            Some(counted) => counted,
            None => {
                self.catch_up();
                let count = self.runner.count_steadily()?;
                let Some(counted) = self.known.reserve(count) else {
                    self.runner.find_by_number(choose(count))?;
                    self.runner.make_drawn()?;
                    return self.arrive();
                };
                self.known.set_counted(at, counted);
                counted
            }
        };
        let number = choose(count as usize) as u32;
        match self.known.word(first + number) {
            UNKNOWN => {
                if counted.is_some() {
                    self.catch_up();
                    self.runner.count_steadily()?;
                }
                self.runner.find_by_number(number as usize)?;
                self.make(first + number)
            }
            to => self.walk(to),
        }
    }

    #[inline]
    fn walk(&mut self, to: u32) -> Result<(), PlayError> {
        let at = to - FIRST;
        (self.at, self.away) = (Some(at), true);
        self.length += 1;
        self.turns += i32::from(!self.known.summary(at).same_player);
        self.tally.0 += 1;
        Ok(())
    }

    /// Makes the move that the runner has found, which is that of this slot.
    fn make(&mut self, slot: u32) -> Result<(), PlayError> {
        self.runner.make_drawn()?;
        self.arrive()?;
        if let Some(at) = self.at {
            self.known.set_successor(slot, at + FIRST);
        }
        Ok(())
    }

    /// Notes the position to which a move has led that was made.
    fn arrive(&mut self) -> Result<(), PlayError> {
        self.length += 1;
        let state = self.runner.state();
        self.turns += i32::from(state.prev() != state.mover());
        self.tally.1 += 1;
        let looks = self.start.is_some() && !self.is_near_limit();
        self.at = if looks { self.here()? } else { None };
        Ok(())
    }

    /// Whether the game may soon go on in another way by a counter that is no part of a position.
    fn is_near_limit(&self) -> bool {
        self.length as i64 + 4 > self.horizon
    }

    /// Takes the runner to the position where the game is.
    fn catch_up(&mut self) {
        if std::mem::take(&mut self.away)
            && let Some((key, _)) = self.at.and_then(|at| self.known.at(at))
        {
            self.tally.1 += 1;
            self.runner.go_to(key, self.length, self.turns);
        }
    }

    /// Where the runner's position is kept, if it is.
    fn here(&mut self) -> Result<Option<u32>, PlayError> {
        let state = self.runner.state();
        let status = state.status();
        let unfit = state.lists_more() || status.is_none() && state.is_ranked();
        if unfit || !Arc::ptr_eq(&self.shared, &state.shared()) {
            return Ok(None);
        }
        let same_player = state.prev() == state.mover();
        self.runner.identify(&mut self.key);
        for (counter, most) in &self.counters {
            self.key.push(counter.of(self.runner.state(), self.runner.len()).min(*most) as i32);
        }
        if let Some(node) = self.known.find(&self.key) {
            return Ok(Some(node));
        }
        if !self.known.has_room() {
            return Ok(None);
        }
        let slots = if status.is_some() { 0 } else { self.runner.steady_slots()? };
        let slots = u32::try_from(slots).unwrap_or(u32::MAX >> 2);
        Ok(self.known.insert(&self.key, Summary { slots, is_over: status.is_some(), same_player }, status))
    }
}

impl Game {
    /// Whether playouts come to the same positions again and again. They draw moves, then, in a way that depends on the
    /// position alone.
    pub(crate) fn has_few_positions(self: &Arc<Game>) -> bool {
        self.memoryless.is_some() && *self.repeats.get_or_init(|| Walker::repeats(self).unwrap_or(false))
    }
}
