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
pub use lanes::{Lanes, Shift, Single};
use places::{Memory, Places};

/// Most neighbours that both ends of a step share.
const SHARED: usize = 2;

/// Most sets of a walk.
pub const MOST_SETS: usize = 8;

/// A relation as shifts.
#[derive(Debug)]
pub struct Lattice(Sized);

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
    /// How many sets there are of each walk, at most [`MOST_SETS`].
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
    /// The relation over a lattice, if it can be laid out like that.
    pub fn new(relation: &Relation) -> Option<Self> {
        layout::layouts(&relation.near).find_map(|places| {
            Some(Lattice(match places.last()? >> 6 {
                0 => Sized::One(Places::new(relation, &places)?),
                1 => Sized::Two(Places::new(relation, &places)?),
                2 => Sized::Three(Places::new(relation, &places)?),
                3 => Sized::Four(Places::new(relation, &places)?),
                _ => return None,
            }))
        })
    }

    /// The sites to which walks of one step or more lead, or if they are followed backward those from which they do; as many
    /// walks as there are lanes are followed at the same time.
    ///
    /// Of each such number of walks the sets follow each other, of each set its words, of each word the lanes. They are of
    /// `words` words.
    #[inline(always)]
    pub fn walks<V: Lanes>(&self, demands: &Demands, forward: bool, sets: &mut [u64], words: usize) {
        for sets in sets.chunks_exact_mut(demands.sets * words * V::COUNT) {
            let sets = Memory { sets, words };
            match &self.0 {
                Sized::One(places) => places.walks::<V>(demands, forward, sets),
                Sized::Two(places) => places.walks::<V>(demands, forward, sets),
                Sized::Three(places) => places.walks::<V>(demands, forward, sets),
                Sized::Four(places) => places.walks::<V>(demands, forward, sets),
            }
        }
    }

    /// The same for one walk, whose sets are in the lanes: of as many sets as there are lanes the words follow each other.
    #[inline(always)]
    pub fn walk<V: Lanes>(&self, demands: &Demands, forward: bool, sets: &mut [u64], words: usize) {
        let sets = Memory { sets, words };
        match &self.0 {
            Sized::One(places) => places.walk::<V>(demands, forward, sets),
            Sized::Two(places) => places.walk::<V>(demands, forward, sets),
            Sized::Three(places) => places.walk::<V>(demands, forward, sets),
            Sized::Four(places) => places.walk::<V>(demands, forward, sets),
        }
    }
}
