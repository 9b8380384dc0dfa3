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

use super::space::Relation;
pub use lanes::{Lanes, Single};
pub use layout::Run;
use places::Places;

/// Most neighbours that both ends of a step share.
const SHARED: usize = 2;

/// A relation as shifts.
#[derive(Debug)]
pub struct Lattice {
    sized: Sized,
    /// How many words a set of places has.
    pub words: usize,
    /// For each word of places where they come from, in words of sites.
    pub runs: Vec<Vec<Run>>,
    /// For each site its place alone, so many words.
    pub ones: Vec<u64>,
    /// For each site the places of its neighbours, so many words.
    pub near: Vec<u64>,
}

#[derive(Debug)]
enum Sized {
    One(Places<1>),
    Two(Places<2>),
    Three(Places<3>),
    Four(Places<4>),
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
            let sized = match words {
                1 => Sized::One(Places::new(relation, &places)?),
                2 => Sized::Two(Places::new(relation, &places)?),
                3 => Sized::Three(Places::new(relation, &places)?),
                4 => Sized::Four(Places::new(relation, &places)?),
                _ => return None,
            };
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
            Some(Lattice {
                sized,
                words,
                runs: layout::runs(places.iter().copied().enumerate()),
                ones: table(&|site| vec![site]),
                near: table(&|site| near(site).iter().copied().map(usize::from).collect()),
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
        match &self.sized {
            Sized::One(places) => places.walks::<V>(demands, forward, sets, words),
            Sized::Two(places) => places.walks::<V>(demands, forward, sets, words),
            Sized::Three(places) => places.walks::<V>(demands, forward, sets, words),
            Sized::Four(places) => places.walks::<V>(demands, forward, sets, words),
        }
    }
}
