//! Between what numbers the value of a node is, whatever the position.

use super::ir::{IntId, IntNode, Table};
use super::run::OWNERS;

/// The least and the greatest of some numbers.
pub type Range = (i32, i32);

/// Whether every number of a range is that of a bit of 32.
pub fn is_bit(range: Option<Range>) -> bool {
    range.is_some_and(|(low, high)| low >= 0 && high < 32)
}

/// The widest range of an index for which the entries of a table are looked through.
const MOST_ENTRIES: i32 = 64;

impl Table {
    /// The least and the greatest value of a node, as far as that is plain to see; `leaf` knows about those nodes of which
    /// this does not know by itself.
    pub fn range(&self, id: IntId, leaf: &impl Fn(&IntNode) -> Option<Range>) -> Option<Range> {
        let of = |id| self.range(id, leaf);
        match *self.int(id) {
            IntNode::Const(value) => Some((value, value)),
            IntNode::Mover | IntNode::Next => Some((1, 2)),
            IntNode::Prev => Some((0, 2)),
            IntNode::Who(_) => Some((0, OWNERS as i32 - 1)),
            IntNode::Add(a, b) => {
                let ((low, high), (least, most)) = (of(a)?, of(b)?);
                Some((low.checked_add(least)?, high.checked_add(most)?))
            }
            IntNode::Sub(a, b) => {
                let ((low, high), (least, most)) = (of(a)?, of(b)?);
                Some((low.checked_sub(most)?, high.checked_sub(least)?))
            }
            IntNode::If(_, a, b) => Some(hull(of(a)?, of(b)?)),
            IntNode::Table(index, ref values, default) => {
                let entry = |index: i32| usize::try_from(index).ok().and_then(|index| values.get(index)).copied();
                let all = |sum: Range, value: i32| hull(sum, (value, value));
                match of(index) {
                    Some((low, high)) if high.checked_sub(low)? < MOST_ENTRIES => (low..=high)
                        .map(|index| entry(index).unwrap_or(default))
                        .map(|value| (value, value))
                        .reduce(hull),
                    _ => Some(values.iter().copied().fold((default, default), all)),
                }
            }
            ref node => leaf(node),
        }
    }
}

fn hull((low, high): Range, (least, most): Range) -> Range {
    (low.min(least), high.max(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ir::Var;

    #[test]
    fn ranges_of_differences_and_tables() {
        let mut table = Table::default();
        let mut int = |node| table.push_int(node);
        let mover = int(IntNode::Mover);
        let three = int(IntNode::Const(3));
        let other = int(IntNode::Sub(three, mover));
        let of_two = int(IntNode::Table(mover, vec![9, 4, 5], -1));
        let of_three = int(IntNode::Table(three, vec![9, 4, 5], -1));
        let site = int(IntNode::Var(Var::Site));
        let any = int(IntNode::Table(site, vec![9, 4, 5], -1));
        let unknown = |id| table.range(id, &|_| None);
        assert_eq!(unknown(other), Some((1, 2)));
        assert_eq!(unknown(of_two), Some((4, 5)));
        assert_eq!(unknown(of_three), Some((-1, -1)));
        assert_eq!(unknown(site), None);
        assert_eq!(unknown(any), Some((-1, 9)));
        assert_eq!(table.range(any, &|_| Some((0, 1))), Some((4, 9)));
    }
}
