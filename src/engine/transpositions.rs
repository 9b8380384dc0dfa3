//! Playouts of games that have few positions: what was found out about each is kept, and the way to it is walked without making
//! moves (a transposition table, R. Greenblatt, D. Eastlake, S. Crocker, "The Greenblatt chess program", 1967).
//!
//! A position is all that the rules can read: where pieces stand, the scalars but for counters, and of the moves made what the play rules
//! may ask for. For each of its slots it is kept whether it has a move, and to which position that leads. A playout draws slots as
//! [`Runner`] does in such games, and where all is known no rule is evaluated; where it is not, the moves that were walked are made first.
//! So the games are the same whatever has been kept.

use crate::engine::context::Cx;
use crate::engine::draw::STEADY_LOOKS;
use crate::engine::game::{Game, MEMORY_LIMIT, WORK_LIMIT};
use crate::engine::playout::Runner;
use crate::engine::rng::GameRng;
use crate::engine::scalars::Seldom;
use crate::engine::state::Status;
use crate::engine::trial::PlayError;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How many positions are kept at most.
const MOST_POSITIONS: usize = 1 << 16;
/// How many slots of positions are kept at most.
const MOST_SLOTS: usize = 1 << 21;
/// How many moves are walked or made to see whether games come to the same positions again.
const TRIAL: usize = 1 << 12;
/// How many of the first quarter of them have to be walked.
const FEWEST: u64 = TRIAL as u64 / 256;
/// How many of the second half, and how many where moves have no slots: to make those takes longer than where they are not drawn steadily.
const ENOUGH: (u64, u64) = (TRIAL as u64 / 10, TRIAL as u64 * 2 / 5);
/// The most work of that.
const TRIAL_WORK: u64 = 1 << 24;
/// After how many moves walked or made, once no more positions can be kept, it is asked whether that pays.
const ASKED: u64 = 1 << 14;

/// What is kept of a slot: nothing yet, that it has no move, or else the position that its move leads to, from here on.
const UNKNOWN: u32 = 0;
const VAIN: u32 = 1;
const FIRST: u32 = 2;

/// A position.
#[derive(Debug)]
struct Position {
    /// How many slots it has, and where the first of them is kept.
    slots: (u32, usize),
    /// The same of its moves, once they have been counted.
    counted: Option<(u32, usize)>,
    status: Option<Status>,
}

/// A move that was walked.
#[derive(Debug, Clone, Copy)]
enum Step {
    Slot(u32),
    Numbered(u32),
}

/// The positions met so far.
#[derive(Debug, Default)]
struct Transpositions {
    positions: Vec<Position>,
    numbers: FxHashMap<Box<[i32]>, u32>,
    leads: Vec<u32>,
    /// Whether there was a position that could not be kept.
    is_full: bool,
}

impl Transpositions {
    fn room_for(&mut self, slots: usize) -> Option<usize> {
        let first = self.leads.len();
        if first + slots > MOST_SLOTS {
            self.is_full = true;
            return None;
        }
        self.leads.resize(first + slots, UNKNOWN);
        Some(first)
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
    /// The moves that were walked since one was made.
    path: Vec<Step>,
    /// Whether the game that the walk began in is another one than the runner's.
    stale: bool,
    seed: u64,
    /// How many moves the game has.
    length: usize,
    /// Moves that were walked, and made, at once or later.
    tally: (u64, u64),
    /// What of the scalars changes seldom, as it is at the start: where it has changed, a position is not kept.
    seldom: Arc<Seldom>,
    key: Vec<i32>,
}

impl Walker {
    /// Whether a game is played so: it has few positions, nobody watches its rules, and the work of a ply is not bounded closely.
    pub fn walks(game: &Arc<Game>) -> bool {
        let plain = game.rules.is_empty() && game.profiling.is_none();
        plain && game.work_limit >= WORK_LIMIT && game.memory_limit >= MEMORY_LIMIT && game.has_few_positions()
    }

    /// Whether games come to the same positions again, as some tell.
    fn repeats(game: &Arc<Game>) -> Result<bool, PlayError> {
        let mut walker = Walker::new(game, 0)?;
        let mut chance = GameRng::from_state(0);
        let (mut made, mut before, begun) = (0, 0, walker.runner.work());
        for seed in 1.. {
            let start = made;
            while made < TRIAL && walker.goes_on(TRIAL)? {
                walker.draw(|count| chance.below(i32::try_from(count).unwrap_or(i32::MAX)) as usize)?;
                made += 1;
                match made {
                    _ if walker.runner.work().saturating_sub(begun) > TRIAL_WORK => return Ok(false),
                    made if made == TRIAL / 4 && walker.tally.0 < FEWEST => return Ok(false),
                    made if made == TRIAL / 2 => before = walker.tally.0,
                    _ => {}
                }
            }
            if made == TRIAL || made == start {
                break;
            }
            walker.restart(seed)?;
        }
        let direct =
            walker.start.and_then(|start| walker.known.positions.get(start as usize)).is_some_and(|p| p.slots.0 > 0);
        let enough = if direct { ENOUGH.0 } else { ENOUGH.1 };
        Ok(made == TRIAL && walker.tally.0.saturating_sub(before) >= enough)
    }

    /// The first game, begun.
    pub fn new(game: &Arc<Game>, seed: u64) -> Result<Walker, PlayError> {
        let runner = Runner::steady(game, seed)?;
        let seldom = runner.state().seldom();
        let mut walker = Walker {
            runner,
            known: Transpositions::default(),
            at: None,
            start: None,
            path: Vec::new(),
            stale: false,
            seed,
            length: 0,
            tally: (0, 0),
            seldom,
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
            if walked < 2 * made {
                // There are too many: they are not looked for any more.
                self.start = None;
                self.known = Transpositions::default();
            }
            self.tally = (0, 0);
        }
        self.path.clear();
        (self.at, self.seed, self.length, self.stale) = (self.start, seed, 0, true);
        if self.at.is_none() { self.catch_up() } else { Ok(()) }
    }

    /// How many moves have been made.
    pub fn len(&self) -> usize {
        self.length
    }

    /// How the game has ended.
    pub fn status(&self) -> Option<Status> {
        match self.position() {
            Some(position) => position.status,
            None => self.runner.state().status(),
        }
    }

    fn position(&self) -> Option<&Position> {
        self.known.positions.get(self.at? as usize)
    }

    /// As [`Runner::goes_on`].
    pub fn goes_on(&mut self, limit: usize) -> Result<bool, PlayError> {
        match self.position() {
            Some(position) => Ok(position.status.is_none() && self.length < limit),
            None => self.runner.goes_on(limit),
        }
    }

    /// As [`Runner::draw`].
    pub fn draw(&mut self, mut choose: impl FnMut(usize) -> usize) -> Result<(), PlayError> {
        if self.at.is_some() && self.is_near_limit() {
            self.catch_up()?;
            self.at = None;
        }
        let Some(at) = self.at else {
            self.runner.draw(choose)?;
            return self.arrive();
        };
        let (slots, first) = self.known.positions.get(at as usize).map_or((0, 0), |position| position.slots);
        if slots > 0 {
            for _ in 0..STEADY_LOOKS {
                let slot = choose(slots as usize);
                match self.known.leads.get(first + slot).copied().unwrap_or(UNKNOWN) {
                    VAIN => {}
                    UNKNOWN => {
                        self.catch_up()?;
                        if self.runner.find_in_slot(slot)? {
                            return self.make(first + slot);
                        }
                        self.lead(first + slot, VAIN);
                    }
                    to => return self.walk(Step::Slot(slot as u32), to),
                }
            }
        }
        let (count, first) = match self.position().and_then(|position| position.counted) {
            Some(counted) => counted,
            None => {
                self.catch_up()?;
                let count = self.runner.count_steadily()?;
                let Some(first) = self.known.room_for(count) else {
                    self.runner.find_by_number(choose(count))?;
                    self.runner.make_drawn()?;
                    return self.arrive();
                };
                let counted = (count as u32, first);
                if let Some(position) = self.known.positions.get_mut(at as usize) {
                    position.counted = Some(counted);
                }
                counted
            }
        };
        let number = choose(count as usize);
        match self.known.leads.get(first + number).copied().unwrap_or(UNKNOWN) {
            UNKNOWN => {
                self.catch_up()?;
                self.runner.count_steadily()?;
                self.runner.find_by_number(number)?;
                self.make(first + number)
            }
            to => self.walk(Step::Numbered(number as u32), to),
        }
    }

    fn lead(&mut self, at: usize, to: u32) {
        if let Some(lead) = self.known.leads.get_mut(at) {
            *lead = to;
        }
    }

    #[inline]
    fn walk(&mut self, step: Step, to: u32) -> Result<(), PlayError> {
        self.path.push(step);
        self.at = Some(to - FIRST);
        self.length += 1;
        self.tally.0 += 1;
        Ok(())
    }

    /// Makes the move that the runner has found, which is that of this slot.
    fn make(&mut self, slot: usize) -> Result<(), PlayError> {
        self.runner.make_drawn()?;
        self.arrive()?;
        if let Some(at) = self.at {
            self.lead(slot, at + FIRST);
        }
        Ok(())
    }

    /// Notes the position to which a move has led that was made.
    fn arrive(&mut self) -> Result<(), PlayError> {
        self.length += 1;
        self.tally.1 += 1;
        self.at = if self.start.is_none() || self.is_near_limit() { None } else { self.here()? };
        Ok(())
    }

    /// Whether a limit of the rules may end the game soon, which counters tell, that are no part of a position.
    fn is_near_limit(&self) -> bool {
        let game = self.runner.game();
        let turns = i64::from(game.turn_limit) * i64::from(game.equipment.players);
        self.length as i64 + 4 > turns.min(i64::from(game.move_limit))
    }

    /// Makes the moves that were walked.
    fn catch_up(&mut self) -> Result<(), PlayError> {
        if self.stale {
            self.stale = false;
            self.runner.restart(self.seed)?;
        }
        self.tally.1 += self.path.len() as u64;
        for step in std::mem::take(&mut self.path) {
            match step {
                Step::Slot(slot) => {
                    self.runner.find_in_slot(slot as usize)?;
                }
                Step::Numbered(number) => {
                    self.runner.count_steadily()?;
                    self.runner.find_by_number(number as usize)?;
                }
            }
            self.runner.make_drawn()?;
        }
        Ok(())
    }

    /// The number of the runner's position, if it is kept.
    fn here(&mut self) -> Result<Option<u32>, PlayError> {
        let state = self.runner.state();
        if state.lists_more() || !Arc::ptr_eq(&self.seldom, &state.seldom()) {
            return Ok(None);
        }
        self.runner.identify(&mut self.key);
        if let Some(&number) = self.known.numbers.get(&self.key[..]) {
            return Ok(Some(number));
        }
        if self.known.positions.len() >= MOST_POSITIONS {
            self.known.is_full = true;
            return Ok(None);
        }
        let status = self.runner.state().status();
        let slots = if status.is_some() { 0 } else { self.runner.steady_slots()? };
        let Some(first) = self.known.room_for(slots) else { return Ok(None) };
        let number = self.known.positions.len() as u32;
        self.known.positions.push(Position { slots: (slots as u32, first), counted: None, status });
        self.known.numbers.insert(self.key.as_slice().into(), number);
        Ok(Some(number))
    }
}

impl Game {
    /// Whether playouts come to the same positions again and again. They draw moves, then, in a way that depends on the position alone.
    pub(crate) fn has_few_positions(self: &Arc<Game>) -> bool {
        self.memoryless && *self.repeats.get_or_init(|| Walker::repeats(self).unwrap_or(false))
    }
}

impl Cx {
    /// Writes down all that tells the position from others, but for what of the scalars changes seldom.
    pub(super) fn identify(&self, key: &mut Vec<i32>) {
        key.clear();
        let state = &self.state;
        for room in (0..).map_while(|number| state.room_number(number)) {
            key.push(-1);
            for (site, piece) in (0..).zip(room.pieces()).filter(|(_, piece)| !piece.is_nothing()) {
                let what = i32::from(piece.what);
                if piece.count == 1 && (piece.state | piece.rotation | piece.value) == 0 {
                    key.extend([site << 16 | what, i32::from(piece.who)]);
                } else {
                    key.extend([-4, site, what, i32::from(piece.who), piece.count]);
                    key.extend([piece.state, piece.rotation, piece.value]);
                }
            }
        }
        key.push(-1);
        state.identify(key);
        // Whether all have passed is told from as many of the last moves.
        let window = 2 * state.players() as usize + 1;
        let made = self.history.made();
        let last = &made[made.len().saturating_sub(window)..];
        if made.len() <= window || last.iter().any(|made| made.pass) {
            key.push(-2);
            last.iter().for_each(|made| key.extend([made.mover, i32::from(made.pass)]));
        }
        if self.game.phases.iter().any(|phase| phase.asks_back)
            && let Some(made) = made.last()
        {
            key.extend([-3, made.mover, made.from, made.to, made.last.0, made.last.1]);
        }
    }
}
