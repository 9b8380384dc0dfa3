//! The sets that sites share which are alike in the numbers of their neighbours.

use crate::program::bits::Set;
use crate::program::ir::{CountId, IntId, IntNode, SetId, SetNode, Table};
use crate::program::rewrites::ALIKE_BELOW;
use crate::program::space::Planes;

const PAIRS: usize = ALIKE_BELOW * ALIKE_BELOW;

/// The sets for each pair of numbers, as long as nothing changes that they depend on besides.
#[derive(Debug, Clone)]
pub(super) struct Shared<const W: usize> {
    /// The state these were last made sure of in.
    pub clock: u64,
    pub stamp: u64,
    pub turn: u32,
    /// How often they have become others.
    round: u32,
    /// The numbers of all sites.
    pub counts: [Planes<W>; 2],
    /// The round in which the sets of each pair were found.
    found: Vec<u32>,
    values: Vec<(Set<W>, Set<W>)>,
    /// Whether the sets bind no iterator variables, so that the site stays the same while they are found.
    plain: bool,
}

/// A number of neighbours that is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub site: IntId,
    pub count: CountId,
    pub number: i32,
}

/// Whether a set is found without binding iterator variables, as far as can be seen at once.
pub(super) fn binds_nothing(table: &Table, set: SetId) -> bool {
    match table.set(set) {
        SetNode::Const(_) | SetNode::Empty => true,
        SetNode::Owned(player) => number_binds_nothing(table, *player),
        SetNode::Union(a, b) | SetNode::Inter(a, b) | SetNode::Diff(a, b) => {
            binds_nothing(table, *a) && binds_nothing(table, *b)
        }
        SetNode::Linear { left, right, plus, .. } => {
            let mut counted = left.iter().chain(right).map(|(_, count)| table.counts[count.index()].0);
            number_binds_nothing(table, *plus) && counted.all(|set| binds_nothing(table, set))
        }
        _ => false,
    }
}

fn number_binds_nothing(table: &Table, number: IntId) -> bool {
    match table.int(number) {
        IntNode::Const(_) | IntNode::Var(_) | IntNode::Mover | IntNode::Next | IntNode::Prev => true,
        IntNode::Neighbours(site, count) => {
            number_binds_nothing(table, *site) && binds_nothing(table, table.counts[count.index()].0)
        }
        IntNode::Add(a, b) | IntNode::Sub(a, b) => number_binds_nothing(table, *a) && number_binds_nothing(table, *b),
        _ => false,
    }
}

impl<const W: usize> Shared<W> {
    /// Nothing found yet; `plain` where the sets bind no iterator variables.
    pub fn new(plain: bool) -> Self {
        Shared {
            clock: 0,
            stamp: u64::MAX,
            turn: 0,
            round: 0,
            counts: [Planes::ZERO; 2],
            found: vec![0; PAIRS],
            values: vec![(Set::EMPTY, Set::EMPTY); PAIRS],
            plain,
        }
    }

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

    /// What is known of a site while the sets kept there are found.
    pub fn known(&self, index: usize, site: IntId, numbers: &[CountId]) -> [Option<Known>; 2] {
        if !self.plain || index >= PAIRS {
            return [None; 2];
        }
        let known =
            |which: usize, number| numbers.get(which).map(|&count| Known { site, count, number: number as i32 });
        [known(0, index / ALIKE_BELOW), known(1, index % ALIKE_BELOW)]
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
