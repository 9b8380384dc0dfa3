//! Positions and situations met, for the rules about repetition.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Takes a hash for its own hash.
#[derive(Debug, Clone, Copy, Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

/// Hashes met since the start of the game, in order, and how often each.
#[derive(Debug, Clone, Default)]
pub(crate) struct GameTable {
    list: Vec<u64>,
    times: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
}

impl GameTable {
    /// Adds a hash.
    pub fn push(&mut self, hash: u64) {
        self.list.push(hash);
        *self.times.entry(hash).or_default() += 1;
    }

    /// Whether the hash has been met.
    pub fn contains(&self, hash: u64) -> bool {
        self.times.contains_key(&hash)
    }

    fn truncate(&mut self, len: usize) {
        while self.list.len() > len {
            if let Some(hash) = self.list.pop()
                && let Some(times) = self.times.get_mut(&hash)
            {
                *times -= 1;
                if *times == 0 {
                    self.times.remove(&hash);
                }
            }
        }
    }
}

/// Hashes met in the present turn. Those of earlier turns are left where they are, so that going back is cutting off.
#[derive(Debug, Clone, Default)]
pub(crate) struct TurnTable {
    list: Vec<u64>,
    from: usize,
}

impl TurnTable {
    /// Adds a hash; a new turn forgets those before.
    pub fn push(&mut self, hash: u64, same_turn: bool) {
        if !same_turn {
            self.from = self.list.len();
        }
        self.list.push(hash);
    }

    /// Whether the hash has been met in this turn.
    pub fn contains(&self, hash: u64) -> bool {
        self.list.get(self.from..).unwrap_or_default().contains(&hash)
    }

    fn mark(&self) -> (usize, usize) {
        (self.list.len(), self.from)
    }

    fn roll_back(&mut self, (len, from): (usize, usize)) {
        self.list.truncate(len);
        self.from = from;
    }
}

/// Everything met, as far as the rules ask for it.
#[derive(Debug, Clone, Default)]
pub(crate) struct RepetitionTables {
    pub positions: GameTable,
    pub positions_in_turn: TurnTable,
    pub situations: GameTable,
    pub situations_in_turn: TurnTable,
    /// Every position after a move, for `is Cycle`.
    pub cycle: Vec<u64>,
}

/// What [`RepetitionTables`] is to be cut back to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RepetitionMark {
    positions: usize,
    positions_in_turn: (usize, usize),
    situations: usize,
    situations_in_turn: (usize, usize),
    cycle: usize,
}

impl RepetitionTables {
    /// What has been met up to now.
    pub fn mark(&self) -> RepetitionMark {
        RepetitionMark {
            positions: self.positions.list.len(),
            positions_in_turn: self.positions_in_turn.mark(),
            situations: self.situations.list.len(),
            situations_in_turn: self.situations_in_turn.mark(),
            cycle: self.cycle.len(),
        }
    }

    /// Forgets what has been met since the mark.
    pub fn roll_back(&mut self, mark: RepetitionMark) {
        self.positions.truncate(mark.positions);
        self.positions_in_turn.roll_back(mark.positions_in_turn);
        self.situations.truncate(mark.situations);
        self.situations_in_turn.roll_back(mark.situations_in_turn);
        self.cycle.truncate(mark.cycle);
    }
}
