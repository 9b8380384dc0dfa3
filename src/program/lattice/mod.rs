//! Boards on which a step is a shift.
//!
//! Sites are numbered row by row. Where rows differ in length, a step from one row to the next changes the number by
//! another amount in every row. With places between the rows that are no sites it is the same amount everywhere, so that
//! all sites of a set take a step in a direction by one shift of its bits, and a walk from step to step costs a few
//! instructions for each direction, however many sites it has come to.

mod lanes;
mod layout;
mod places;
#[cfg(test)]
mod tests;

use super::bits::Set;
use super::space::Relation;
pub use lanes::{Lanes, Single};
pub use layout::Run;
use places::{Sets, follow};

/// Most neighbours that both ends of a step share.
const SHARED: usize = 2;

/// Most words of a set of places.
pub const MOST_WORDS: usize = 4;

/// A relation as shifts.
#[derive(Debug)]
pub struct Lattice {
    /// How many words a set of places has.
    pub words: usize,
    /// For each word of places where they come from, in words of sites.
    pub runs: Vec<Vec<Run>>,
    /// For each word of sites where they come from, in words of places.
    pub back: Vec<Vec<Run>>,
    /// For each site its place alone, so many words.
    pub ones: Vec<u64>,
    /// For each site the places of its neighbours, so many words.
    pub near: Vec<u64>,
    /// How far the steps up lead, each direction next to those in which the neighbours lie that both ends of its steps
    /// share: 1, `w + 1` and `w` where rows are `w` apart. The steps down lead as far, in the same order.
    pub by: Vec<u32>,
    /// The places that are sites.
    sites: [u64; MOST_WORDS],
}

/// What a walk demands of its steps, as numbers of sets in an array of them.
///
/// The first of these sets is that from which the walk is followed, and takes what is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demands {
    /// How many sets there are of each walk.
    pub sets: usize,
    /// The sites that are stepped on.
    pub through: Option<usize>,
    /// The sites that are left.
    pub leave: Option<usize>,
    /// Of each of these something must hold.
    pub clauses: Vec<Demand>,
}

/// One of these must hold of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// It ends in this set.
    pub to: Option<usize>,
    /// It begins in this set.
    pub from: Option<usize>,
    /// The number of neighbours which both ends share in this set is one for which there is `true`.
    pub common: Option<(usize, [bool; SHARED + 1])>,
}

impl Lattice {
    /// The relation over a lattice, if it can be laid out like that. There may be more sites, such as those of hands, which
    /// have no places.
    pub fn new(relation: &Relation, sites: usize) -> Option<Self> {
        layout::layouts(&relation.near).find_map(|places| {
            let words = (places.last()? >> 6) + 1;
            if words > MOST_WORDS {
                return None;
            }
            let by = layout::steps(relation, &places)?;
            let table = |row: &dyn Fn(usize) -> Vec<usize>| {
                let mut table = vec![0; sites * words];
                for (site, table) in table.chunks_exact_mut(words).enumerate() {
                    for place in row(site).into_iter().filter_map(|site| places.get(site)) {
                        if let Some(word) = table.get_mut(place >> 6) {
                            *word |= 1 << (place & 63);
                        }
                    }
                }
                table
            };
            let near = |site: usize| relation.near.get(site).map_or(&[][..], Vec::as_slice);
            let all = places.iter().fold(Set::EMPTY, |all, &place| all | Set::one(place));
            let pairs = || places.iter().copied().enumerate();
            Some(Lattice {
                words,
                runs: layout::runs(pairs()),
                back: layout::runs(pairs().map(|(site, place)| (place, site))),
                ones: table(&|site| vec![site]),
                near: table(&|site| near(site).iter().copied().map(usize::from).collect()),
                by,
                sites: all.0,
            })
        })
    }

    /// The sites to which walks of one step or more lead, or if they are followed backward those from which they do; as many
    /// walks as there are lanes are followed at the same time.
    ///
    /// The sets are of places. They follow each other, of each set its words, of each word the lanes. The sets that are found
    /// take the place of the first ones; they are of sites and have so many words.
    #[inline(always)]
    pub fn walks<V: Lanes>(&self, demands: &Demands, forward: bool, sets: &mut [u64], words: usize) {
        match self.words {
            1 => self.walks_over::<V, 1>(demands, forward, sets, words),
            2 => self.walks_over::<V, 2>(demands, forward, sets, words),
            3 => self.walks_over::<V, 3>(demands, forward, sets, words),
            _ => self.walks_over::<V, MOST_WORDS>(demands, forward, sets, words),
        }
    }

    #[inline(always)]
    fn walks_over<V: Lanes, const L: usize>(&self, demands: &Demands, forward: bool, sets: &mut [u64], words: usize) {
        let found = self.follow(Sets::<V, L>::same(&self.sites), demands, forward, sets);
        for word in 0..words {
            let mut to = V::splat(0);
            for run in self.back.get(word).map_or(&[][..], Vec::as_slice) {
                let from = if run.word < L { found.0[run.word] } else { V::splat(0) };
                to = to.or(from.turned(run.by).and(V::splat(run.mask)));
            }
            to.store(sets.get_mut(word * V::COUNT..).unwrap_or_default());
        }
    }

    /// The same for one walk, the words of whose sets are in the lanes, [`MOST_WORDS`] of them: bits that are moved out of a
    /// lane come into the next one.
    #[inline(always)]
    pub fn walk<V: Lanes>(&self, demands: &Demands, forward: bool, sets: &mut [u64], words: usize) {
        let found = self.follow(Sets([V::load(&self.sites)]), demands, forward, sets);
        let mut places = [0; MOST_WORDS];
        found.0[0].store(&mut places);
        for (word, to) in sets.iter_mut().enumerate().take(words) {
            let runs = self.back.get(word).map_or(&[][..], Vec::as_slice);
            let from = |run: &Run| places.get(run.word).map_or(0, |word| word.rotate_left(run.by as u32) & run.mask);
            *to = runs.iter().fold(0, |word, run| word | from(run));
        }
    }

    #[inline(always)]
    fn follow<V: Lanes, const L: usize>(
        &self,
        places: Sets<V, L>,
        demands: &Demands,
        forward: bool,
        sets: &[u64],
    ) -> Sets<V, L> {
        match *self.by.as_slice() {
            [a, b] => follow::<V, L, 2>(places, [a, b], demands, forward, sets),
            [a, b, c] => follow::<V, L, 3>(places, [a, b, c], demands, forward, sets),
            _ => Sets::same(&[]),
        }
    }
}
