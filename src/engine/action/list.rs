//! The actions of several moves, one after the other.

use super::Action;
use std::ops::Range;

/// The actions of moves without consequences, of which nobody needs more than what they do: those of one move after
/// those of another, with the recorded sites of each.
#[derive(Debug, Default)]
pub(crate) struct ActionList {
    actions: Vec<Action>,
    /// The recorded sites of each move, and where its actions begin.
    moves: Vec<([i32; 2], usize)>,
}

impl ActionList {
    /// Begins another move with these recorded sites.
    #[inline]
    pub fn begin(&mut self, from: i32, to: i32) {
        self.moves.push(([from, to], self.actions.len()));
    }

    /// Adds an action to the last move.
    #[inline]
    pub fn push(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// How many actions there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// How many moves there are.
    #[inline]
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The recorded sites of a move and which actions are its own.
    pub fn part(&self, index: usize) -> Option<([i32; 2], Range<usize>)> {
        let &(sites, first) = self.moves.get(index)?;
        let end = self.moves.get(index + 1).map_or(self.actions.len(), |next| next.1);
        Some((sites, first..end))
    }

    /// All actions.
    pub fn actions(&mut self) -> &mut Vec<Action> {
        &mut self.actions
    }

    /// Adds the combinations of each move of one list with each of another: the sites of the first, the actions of
    /// both.
    pub fn combine(&mut self, first: &mut ActionList, second: &mut ActionList, mut enough: impl FnMut(usize) -> bool) {
        if let (&[(sites, _)], [_]) = (&first.moves[..], &second.moves[..]) {
            if enough(first.len() + second.len()) {
                return;
            }
            self.begin(sites[0], sites[1]);
            self.actions.append(&mut first.actions);
            self.actions.append(&mut second.actions);
            return;
        }
        for (sites, own) in (0..first.moves()).filter_map(|at| first.part(at)) {
            for (_, other) in (0..second.moves()).filter_map(|at| second.part(at)) {
                if enough(own.len() + other.len()) {
                    return;
                }
                self.begin(sites[0], sites[1]);
                self.actions.extend_from_slice(first.actions.get(own.clone()).unwrap_or_default());
                self.actions.extend_from_slice(second.actions.get(other).unwrap_or_default());
            }
        }
    }

    /// Leaves nothing but the memory.
    pub fn clear(&mut self) {
        self.actions.clear();
        self.moves.clear();
    }
}
