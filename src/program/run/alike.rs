//! The sets that sites share which are alike in the numbers of their neighbours.

use crate::program::bits::Set;
use crate::program::rewrites::ALIKE_BELOW;
use crate::program::space::Planes;

const PAIRS: usize = ALIKE_BELOW * ALIKE_BELOW;

/// The sets for each pair of numbers, as long as nothing changes that they depend on besides.
#[derive(Debug, Clone)]
pub(super) struct Shared<const W: usize> {
    pub stamp: u64,
    pub turn: u32,
    /// How often they have become others.
    round: u32,
    /// The numbers of all sites.
    pub counts: [Planes<W>; 2],
    /// The round in which the sets of each pair were found.
    found: Vec<u32>,
    values: Vec<(Set<W>, Set<W>)>,
}

impl<const W: usize> Default for Shared<W> {
    fn default() -> Self {
        Shared {
            stamp: u64::MAX,
            turn: 0,
            round: 0,
            counts: [Planes::ZERO; 2],
            found: vec![0; PAIRS],
            values: vec![(Set::EMPTY, Set::EMPTY); PAIRS],
        }
    }
}

impl<const W: usize> Shared<W> {
    /// Forgets all sets: something has changed.
    pub fn begin(&mut self, stamp: u64, turn: u32) {
        (self.stamp, self.turn) = (stamp, turn);
        self.counts = [Planes::ZERO; 2];
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.found.fill(0);
            self.round = 1;
        }
    }

    /// Where the sets of a site are kept; beyond the end for a site that has none.
    #[inline]
    pub fn index(&self, site: i32) -> usize {
        let Ok(site) = usize::try_from(site) else { return PAIRS };
        let [a, b] = [&self.counts[0], &self.counts[1]].map(|counts| counts.at(site));
        if a < ALIKE_BELOW && b < ALIKE_BELOW { a * ALIKE_BELOW + b } else { PAIRS }
    }

    /// The sets kept there.
    #[inline]
    pub fn found(&self, index: usize) -> Option<(Set<W>, Set<W>)> {
        if self.found.get(index) == Some(&self.round) { self.values.get(index).copied() } else { None }
    }

    /// Keeps sets.
    pub fn keep(&mut self, index: usize, sets: (Set<W>, Set<W>)) {
        if let (Some(found), Some(value)) = (self.found.get_mut(index), self.values.get_mut(index)) {
            (*found, *value) = (self.round, sets);
        }
    }
}
