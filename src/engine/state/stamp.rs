//! What has changed since: the versions of the parts of the state, by which values are kept.

use super::State;
use crate::engine::uses::Uses;

/// Whose turn it is: mover, next and previous one.
pub(crate) type Turn = [i32; 3];

/// What some parts of the state were at a time, as [`State::stamp`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Stamp {
    changed: u64,
    turn: Turn,
}

impl Stamp {
    /// The stamp of no state.
    pub const NEVER: Stamp = Stamp { changed: u64::MAX, turn: [0; 3] };
}

impl State {
    /// Notes that a part of the state has changed, so that values kept for it are dropped.
    #[inline]
    pub(crate) fn touch(&mut self, part: Uses) {
        self.clock += 1;
        self.versions[part.part()] = self.clock;
    }

    /// Makes these players mover, next and previous one for a while, which is no change that going back to a mark takes back: whoever
    /// does it makes those before it so again, where the versions are those of then, and notes a change otherwise.
    #[inline]
    pub(crate) fn lend_turn(&mut self, [mover, next, prev]: Turn) {
        (self.scalars.mover, self.scalars.next, self.scalars.prev) = (mover, next, prev);
    }

    /// When the last change to these parts was made, and whose turn it is if they have it: equal stamps within one context mean
    /// equal contents. Each tick of the clock belongs to one change of one state, and what has the same last change descends
    /// from that state.
    #[inline]
    pub(crate) fn stamp(&self, uses: Uses) -> Stamp {
        let last = |uses: Uses| uses.parts().fold(0, |last, part| last.max(self.versions[part]));
        match uses.any(Uses::TURN) {
            true => Stamp { changed: last(uses.without(Uses::TURN) | Uses::PLAYERS), turn: self.whose_turn() },
            false => Stamp { changed: last(uses), turn: Turn::default() },
        }
    }

    /// Whose turn it is.
    #[inline]
    pub(crate) fn whose_turn(&self) -> Turn {
        [self.scalars.mover, self.scalars.next, self.scalars.prev]
    }

    /// A number that is another one after every change: within one context equal numbers mean equal contents.
    #[inline]
    pub(crate) fn clock(&self) -> u64 {
        self.clock
    }
}
