//! What has changed since: the versions of the parts of the state, by which values are kept.

use super::State;
use crate::board::SiteType;
use crate::engine::site_set::SiteSet;
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

/// Who and what stands on the sites of a type of the board.
#[derive(Debug, Clone)]
pub(crate) struct Contents(Vec<SiteSet>);

impl Contents {
    /// The sites on which something else stood before.
    pub fn changed_since(&self, before: &Contents) -> SiteSet {
        let (mut changed, none) = (SiteSet::new(), SiteSet::new());
        for index in 0..self.0.len().max(before.0.len()) {
            let [now, then] = [self, before].map(|contents| contents.0.get(index).unwrap_or(&none));
            for (all, taken) in [(now, then), (then, now)] {
                let mut others = all.clone();
                others.subtract(taken);
                changed.union_with(&others);
            }
        }
        changed
    }
}

impl State {
    /// What stands on the board's sites of a type, in a game without stacks.
    pub(crate) fn contents(&self, t: SiteType) -> Option<Contents> {
        let store = self.site_store(0, t).filter(|store| !store.stacking())?;
        let owned = |owner| u8::try_from(owner).ok().and_then(|owner| store.owned(owner)).cloned().unwrap_or_default();
        let mut sets = vec![store.empty().clone()];
        sets.extend((1..=self.scalars.players + 1).map(owned));
        // Last, as there may be more of them later.
        sets.extend_from_slice(store.by_component());
        Some(Contents(sets))
    }

    /// Notes that a part of the state has changed, so that values kept for it are dropped.
    #[inline]
    pub(crate) fn touch(&mut self, part: Uses) {
        self.clock += 1;
        self.versions[part.part()] = self.clock;
    }

    /// The same of who is still playing, in which team and in which phase.
    pub(crate) fn touch_players(&mut self) {
        self.touch(Uses::TURN);
        self.touch(Uses::PLAYERS);
    }

    /// The same of all parts of the state.
    pub(crate) fn touch_all(&mut self) {
        self.clock += 1;
        self.versions.fill(self.clock);
    }

    /// Makes these players mover, next and previous one for a while, which is no change that going back to a mark takes
    /// back: whoever does it makes those before it so again, where the versions are those of then, and notes a change
    /// otherwise.
    #[inline]
    pub(crate) fn lend_turn(&mut self, [mover, next, prev]: Turn) {
        (self.scalars.mover, self.scalars.next, self.scalars.prev) = (mover, next, prev);
    }

    /// When the last change to these parts was made, and whose turn it is if they have it: equal stamps within one
    /// context mean equal contents. Each tick of the clock belongs to one change of one state, and what has the same
    /// last change descends from that state.
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
