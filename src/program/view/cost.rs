//! How the work of a node grows with the number of sites.

use super::shape::{AnyId, Shaper};
use crate::program::Program;
use crate::program::ir::{BoolNode, MovesNode};
use std::collections::HashMap;
use std::fmt;

/// A bound on the work of a node for a board of `n` sites: so many times a factor `n` (something is done for each site)
/// and so many times `n/64` (something is done for each word of a set). The worst case; neighbours of a site count as
/// a fixed number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Factors of `n`.
    pub sites: u8,
    /// Factors of `n/64`.
    pub words: u8,
}

impl Cost {
    /// The same for every board.
    pub const ONE: Cost = Cost { sites: 0, words: 0 };
    /// An operation on whole sets.
    pub const WORDS: Cost = Cost { sites: 0, words: 1 };
    /// Something for each site.
    pub const SITES: Cost = Cost { sites: 1, words: 0 };
    /// A flood: operations on whole sets, as many as the longest way has steps.
    pub const FLOOD: Cost = Cost { sites: 1, words: 1 };

    /// One within the other.
    #[must_use]
    pub fn times(self, other: Cost) -> Cost {
        Cost { sites: self.sites.saturating_add(other.sites), words: self.words.saturating_add(other.words) }
    }

    /// One beside the other: the larger for large boards.
    #[must_use]
    pub fn and(self, other: Cost) -> Cost {
        let size = |cost: Cost| (u16::from(cost.sites) + u16::from(cost.words), cost.sites);
        if size(other) > size(self) { other } else { self }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = |n: u8| match n {
            2 => "²".to_owned(),
            3 => "³".to_owned(),
            n => format!("^{n}"),
        };
        let sites = match self.sites {
            0 => String::new(),
            1 => "n".to_owned(),
            n => format!("n{}", power(n)),
        };
        let words = match self.words {
            0 => String::new(),
            1 => "n/64".to_owned(),
            n => format!("(n/64){}", power(n)),
        };
        match (sites.is_empty(), words.is_empty()) {
            (true, true) => f.write_str("O(1)"),
            (false, false) => write!(f, "O({sites}·{words})"),
            _ => write!(f, "O({sites}{words})"),
        }
    }
}

/// What a node costs with its operands.
#[derive(Debug, Clone, Copy)]
struct Total {
    /// Each time it is evaluated.
    each: Cost,
    /// Once in a position: what is kept until something it reads changes.
    once: Cost,
}

/// The costs of the nodes of a program.
pub struct Costs<'p> {
    program: &'p Program,
    shaper: Shaper<'p>,
    known: HashMap<AnyId, Total>,
}

impl<'p> Costs<'p> {
    /// Of a program.
    pub fn new(program: &'p Program) -> Self {
        Costs { program, shaper: Shaper::new(program), known: HashMap::new() }
    }

    /// What a node costs with all its operands.
    pub fn of(&mut self, id: AnyId) -> Cost {
        let total = self.total(id);
        total.each.and(total.once)
    }

    fn total(&mut self, id: AnyId) -> Total {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let shape = self.shaper.shape(id);
        let mut total = Total { each: shape.cost, once: Cost::ONE };
        // The play rules may ask whether the play rules give a move; then the answer is known.
        self.known.insert(id, Total { each: Cost::ONE, once: Cost::ONE });
        let mut operands = shape.operands();
        if matches!(id, AnyId::Truth(id) if *self.shaper.table.truth(id) == BoolNode::NoMovesNext) {
            operands.push((self.program.play.into(), false));
        }
        // What is tried out changes the position, so that nothing kept is of use.
        let tried = matches!(id, AnyId::Moves(id) if matches!(self.shaper.table.generator(id), MovesNode::Tested(..)));
        for (operand, is_body) in operands {
            let inner = self.total(operand);
            if is_body && tried {
                total.each = total.each.and(shape.cost.times(inner.each.and(inner.once)));
            } else if is_body {
                total.each = total.each.and(shape.cost.times(inner.each));
                total.once = total.once.and(inner.once);
            } else {
                total.each = total.each.and(inner.each);
                total.once = total.once.and(inner.once);
            }
        }
        if self.program.keeps(id) {
            total = Total { each: Cost::ONE, once: total.each.and(total.once) };
        }
        self.known.insert(id, total);
        total
    }
}
