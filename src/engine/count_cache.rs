//! Moves counted as sets of starts, kept until something changes that they depend on.
//!
//! What is counted to see whether a player is stalemated is what he draws from next: the position is the same, only it
//! is his turn then. So the count says what it depends on, and whose turn it was.

use crate::engine::context::Cx;
use crate::engine::scalars::Scalars;
use crate::engine::select::{byte_sums, select};
use crate::engine::state::{Stamp, Turn};
use crate::engine::uses::Uses;

/// Moves of pieces of one component that go the same way, by the sites at which they begin.
#[derive(Debug, Clone)]
struct MoveSet {
    component: usize,
    /// How many slots of a piece come before those of the generator.
    before: usize,
    /// Which path they take, as its generator numbers them.
    path: usize,
    /// The starts, as bits of this word of a set.
    word: usize,
    starts: u64,
    /// How many moves there are up to these and with them.
    end: usize,
}

/// The moves that were counted, in sets that differ in their start alone.
#[derive(Debug, Clone, Default)]
pub(crate) struct MoveSets {
    list: Vec<MoveSet>,
    /// Of what the next ones are.
    component: usize,
    before: usize,
    enough: usize,
    /// Whether some were left out, there being enough.
    cut: bool,
    /// What they depend on but for where pieces stand.
    uses: Uses,
}

/// One of the moves that were counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CountedMove {
    pub component: usize,
    pub start: i32,
    pub before: usize,
    pub path: usize,
}

impl MoveSets {
    /// Empties them for another count, which may end where there are `enough`.
    pub fn start_over(&mut self, enough: usize) {
        self.list.clear();
        (self.component, self.before, self.enough, self.cut, self.uses) = (0, 0, enough, false, Uses::NONE);
    }

    /// What is added depends on these.
    pub fn depends(&mut self, uses: Uses) {
        self.uses |= uses;
    }

    /// What is added from here on are moves of pieces of this component.
    pub fn of_component(&mut self, component: usize) {
        self.component = component;
    }

    /// How many slots of a piece come before those of what is asked next.
    pub fn before(&mut self) -> &mut usize {
        &mut self.before
    }

    /// How many moves there are.
    pub fn total(&self) -> usize {
        self.list.last().map_or(0, |last| last.end)
    }

    /// Whether the others need not be counted, where that takes long; they are left out then.
    pub fn is_enough(&mut self) -> bool {
        self.cut |= self.total() >= self.enough;
        self.cut
    }

    /// Adds the moves that take a path from some sites, given as bits of a word that are not all 0.
    #[inline]
    pub fn add(&mut self, path: usize, word: usize, starts: u64) {
        let end = self.total() + starts.count_ones() as usize;
        let MoveSets { component, before, .. } = *self;
        self.list.push(MoveSet { component, before, path, word, starts, end });
    }

    /// The move of this number.
    fn at(&self, number: usize) -> Option<CountedMove> {
        let found = self.list.get(self.list.partition_point(|set| set.end <= number))?;
        let sums = byte_sums(found.starts);
        let before = number as u64 + (sums >> 56) - found.end as u64;
        let start = (found.word * 64 + select(found.starts, sums, before)) as i32;
        Some(CountedMove { component: found.component, start, before: found.before, path: found.path })
    }
}

/// A count, and what it was made for.
#[derive(Debug, Clone, Default)]
pub(crate) struct CachedCount {
    sets: MoveSets,
    /// When it was made, and in which state.
    made: Option<(u64, Stamp)>,
}

impl Cx {
    /// Makes it somebody's turn.
    #[inline]
    pub(crate) fn set_turn(&mut self, turn: Turn) {
        let state: &mut Scalars = &mut self.state;
        [state.mover, state.next, state.prev] = turn;
        self.state.touch(Uses::TURN);
    }

    /// What a count was made for that depends on these.
    #[inline]
    fn count_stamp(&self, uses: Uses) -> Stamp {
        self.state.stamp(uses | Uses::BOARD | Uses::TURN)
    }

    /// The count of this slot, if nothing has changed since that it depends on.
    fn cached_count(&self, slot: usize) -> Option<&MoveSets> {
        let cached = self.cached_counts.get(slot)?;
        let (clock, stamp) = cached.made?;
        (clock == self.state.clock() || stamp == self.count_stamp(cached.sets.uses)).then_some(&cached.sets)
    }

    /// How many moves were counted that are still those there are; some number from `enough` on where there are at
    /// least so many. `None` where they have to be counted.
    #[inline]
    pub(crate) fn counted_before(&self, slot: usize, enough: usize) -> Option<usize> {
        let sets = self.cached_count(slot)?;
        let total = sets.total();
        (!sets.cut || total >= enough).then_some(total)
    }

    /// The move of this number among those that were counted.
    pub(crate) fn counted_at(&self, slot: usize, number: usize) -> Option<CountedMove> {
        self.cached_counts.get(slot)?.sets.at(number)
    }

    /// The memory of the count of this slot, for another one that may end where there are `enough`.
    pub(crate) fn begin_count(&mut self, slot: usize, enough: usize) -> MoveSets {
        if slot >= self.cached_counts.len() {
            self.cached_counts.resize_with(slot + 1, CachedCount::default);
        }
        let mut sets =
            self.cached_counts.get_mut(slot).map(|cached| std::mem::take(&mut cached.sets)).unwrap_or_default();
        sets.start_over(enough);
        sets
    }

    /// Keeps a count, if it is complete.
    pub(crate) fn keep_count(&mut self, slot: usize, sets: MoveSets, complete: bool) {
        let uses = sets.uses;
        let lasts = complete && !uses.any(Uses::VOLATILE | Uses::ITERATORS) && self.fault().is_none();
        let made = lasts.then(|| (self.state.clock(), self.count_stamp(uses)));
        if let Some(cached) = self.cached_counts.get_mut(slot) {
            (cached.sets, cached.made) = (sets, made);
        }
    }

    /// Forgets all counts, and who threatened last: which moves a seed draws does not depend on what was asked before.
    pub(crate) fn forget_counts(&mut self) {
        self.attacker = -1;
        self.cached_counts.iter_mut().for_each(|cached| cached.made = None);
    }
}
