//! Evaluating collections of integers.

use super::machine::Machine;
use super::position::OWNERS;
use crate::program::ir::{ListId, ListNode, RelId, Var};
use smallvec::SmallVec;

/// A collection of integers.
pub(super) type List = SmallVec<[i32; 32]>;

impl<const W: usize> Machine<'_, W> {
    /// The value of a collection node.
    pub(super) fn list(&mut self, id: ListId) -> List {
        self.begin(id);
        let list = self.numbers(id);
        self.finish();
        list
    }

    /// Joins the values of a collection node one by one, without making a list of them where there is one already.
    pub(super) fn fold_list<T>(&mut self, id: ListId, start: T, join: impl Fn(T, i32) -> T) -> T {
        self.begin(id);
        let joined = match *self.program.table.list(id) {
            ListNode::GroupSizes(player, rel, min) => {
                let (player, min) = (self.int(player), self.int(min));
                self.group_sizes(player, rel).iter().copied().filter(|&size| size >= min).fold(start, join)
            }
            ListNode::Remembered => self.position.remembered.iter().copied().fold(start, join),
            _ => self.numbers(id).into_iter().fold(start, join),
        };
        self.finish();
        joined
    }

    fn numbers(&mut self, id: ListId) -> List {
        let program = self.program;
        match *program.table.list(id) {
            ListNode::GroupSizes(player, rel, min) => {
                let (player, min) = (self.int(player), self.int(min));
                self.group_sizes(player, rel).iter().copied().filter(|&size| size >= min).collect()
            }
            ListNode::Without(a, b) => {
                let mut left = self.list(a);
                for value in self.list(b) {
                    if let Some(index) = left.iter().position(|&v| v == value) {
                        left.swap_remove(index);
                    }
                }
                left
            }
            ListNode::Single(value) => SmallVec::from_elem(self.int(value), 1),
            ListNode::Results(from, to, value) => {
                let saved = self.vars;
                let mut results = List::new();
                for source in self.set(from) {
                    self.vars[Var::From as usize] = source as i32;
                    for target in self.set(to) {
                        self.vars[Var::To as usize] = target as i32;
                        results.push(self.int(value));
                    }
                }
                self.vars = saved;
                results
            }
            ListNode::Remembered => self.position.remembered.iter().copied().collect(),
        }
    }

    fn group_sizes(&mut self, player: i32, rel: RelId) -> &[i32] {
        let Some(owner) = usize::try_from(player).ok().filter(|owner| (1..OWNERS).contains(owner)) else {
            self.trouble = true;
            return &[];
        };
        let slot = rel.index() * OWNERS + owner;
        let stamp = self.owner_version(owner);
        if !self.program.rewrites.has_groups() || self.groups[slot].stamp != stamp {
            self.groups[slot].stamp = stamp;
            self.groups[slot].sizes.clear();
            let own = self.position.of_player(player) & self.prepared.board;
            self.each_group(own, rel, |machine, group| machine.groups[slot].sizes.push(group.len() as i32));
        }
        &self.groups[slot].sizes
    }
}
