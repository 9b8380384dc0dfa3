//! Generators whose moves lie in lanes: steps, hops, leaps, slides.

use crate::board::SiteType;
use crate::engine::context::Cx;
use crate::engine::count_cache::{CountedMove, MoveSets};
use crate::engine::generator::{Choose, Generator};
use crate::engine::origins::Origins;
use crate::engine::out::Out;
use crate::engine::site_set::SiteSet;
use crate::engine::slot_filter::{FilterBuilder, Preconditions};
use std::sync::OnceLock;

/// How many lanes there are at most, and how many moves each of them has at most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bound {
    /// The lanes that come first, of one move at most.
    pub single: usize,
    /// The lanes behind them.
    pub lanes: usize,
    pub length: usize,
}

impl From<(usize, usize)> for Bound {
    fn from((lanes, length): (usize, usize)) -> Self {
        Bound { single: 0, lanes, length }
    }
}

impl Bound {
    fn slots(self) -> usize {
        self.single.saturating_add(self.lanes.saturating_mul(self.length))
    }

    /// The first slot of a lane that may have so many moves, and how many slots it has for them.
    fn slots_of(self, lane: usize, moves: usize) -> (usize, usize) {
        match lane.checked_sub(self.single) {
            None => (lane, moves.min(1)),
            Some(lane) => (self.single + lane * self.length, moves.min(self.length)),
        }
    }

    /// The lane of a slot, and the number of its move there.
    fn at(self, slot: usize) -> (usize, usize) {
        match slot.checked_sub(self.single) {
            None => (slot, 0),
            Some(slot) if self.length <= 1 => (self.single + slot, 0),
            Some(slot) => (self.single + slot / self.length, slot % self.length),
        }
    }
}

/// What can be told of all the moves from several sites at once.
pub(crate) trait Setwise: Send + Sync {
    /// As [`Generator::narrow`].
    fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet);

    /// As [`Generator::count_setwise`], where each lane has so many slots.
    fn count_setwise(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, length: usize, sets: &mut MoveSets) -> bool;

    /// The slot of a move from a start that takes this path, where each lane has so many.
    fn slot_of(&self, cx: &mut Cx, t: SiteType, start: i32, path: usize, length: usize) -> Option<usize>;
}

/// What lists moves that lie in lanes.
pub(crate) trait Lanes: Send + Sync {
    /// As [`Generator::list`]: it asks [`Out::follows`] before it goes along a lane, and [`Out::takes`] for each move.
    fn list(&self, cx: &mut Cx, out: &mut Out);

    /// Adds the move of a lane that has one at most, if it is there; `false`, and nothing is done, where lanes are
    /// listed for that.
    fn lane(&self, _cx: &mut Cx, _out: &mut Out, _lane: usize) -> bool {
        false
    }

    /// As [`Generator::any`].
    fn any(&self, _cx: &mut Cx) -> Option<bool> {
        None
    }

    /// Draws one of all its moves and adds it, if there is any, where counting them takes less than trying slots;
    /// `false`, and nothing is drawn, where it does not.
    fn draw(&self, _cx: &mut Cx, _choose: Choose, _out: &mut Out) -> bool {
        false
    }

    /// Tells `see` of each lane from a board site of a type, how many moves it may have, and what they need, as
    /// [`Generator::filter_slots`]; `false` where that is not known.
    fn on_board(&self, _cx: &mut Cx, _t: SiteType, _start: i32, _see: SeeLane) -> bool {
        false
    }
}

/// Is told a site, a lane from there, how many moves it may have, and what they need.
pub(crate) type SeeLane<'a> = &'a mut dyn FnMut(usize, usize, usize, Preconditions);

impl<F: Fn(&mut Cx, &mut Out) + Send + Sync> Lanes for F {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        self(cx, out);
    }
}

/// A generator whose moves lie in lanes.
pub(super) struct InLanes<L, B> {
    pub lanes: L,
    pub bound: B,
    pub setwise: Option<Box<dyn Setwise>>,
    pub origins: Option<Origins>,
    /// What `bound` says, once it has been asked.
    pub known: OnceLock<Option<Bound>>,
}

impl<L, B> Generator for InLanes<L, B>
where
    L: Lanes,
    B: Fn() -> Option<Bound> + Send + Sync,
{
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        self.lanes.list(cx, out);
    }

    fn most_slots(&self) -> Option<usize> {
        self.known.get_or_init(|| (self.bound)()).map(Bound::slots)
    }

    fn narrows(&self) -> bool {
        self.setwise.is_some()
    }

    fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet) {
        if let Some(setwise) = &self.setwise {
            setwise.narrow(cx, t, starts);
        }
    }

    fn origins(&self, cx: &mut Cx, t: SiteType, start: i32, end: i32) -> Option<SiteSet> {
        self.origins.as_ref()?.of(cx, t, start, end)
    }

    fn count_setwise(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, sets: &mut MoveSets) -> bool {
        match (&self.setwise, self.known.get()) {
            (Some(setwise), Some(Some(bound))) => setwise.count_setwise(cx, t, starts, bound.length, sets),
            _ => false,
        }
    }

    fn any(&self, cx: &mut Cx) -> Option<bool> {
        self.lanes.any(cx)
    }

    fn slot_of(&self, cx: &mut Cx, t: SiteType, counted: CountedMove) -> Option<usize> {
        let bound = (*self.known.get()?)?;
        self.setwise.as_ref()?.slot_of(cx, t, counted.start, counted.path, bound.length)
    }

    fn allows_compact(&self) -> bool {
        true
    }

    fn filter_slots(&self, cx: &mut Cx, t: SiteType, start: i32, first: usize, filter: &mut FilterBuilder) -> bool {
        let Some(Some(bound)) = self.known.get() else { return false };
        self.lanes.on_board(cx, t, start, &mut |site, lane, moves, needs| {
            let (slot, moves) = bound.slots_of(lane, moves);
            (0..moves).for_each(|number| filter.add(site, first + slot + number, needs.of(number)));
        })
    }

    fn slot_among(&self, cx: &mut Cx, slots: usize, choose: Choose, out: &mut Out) {
        if self.lanes.draw(cx, &mut *choose, out) {
            return;
        }
        let slot = choose(slots);
        if slot < slots {
            self.slot(cx, slot, out);
        }
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let Some(Some(bound)) = self.known.get() else { return };
        let (lane, number) = bound.at(number);
        if number > 0 || !self.lanes.lane(cx, out, lane) {
            out.aim(Some(lane), number);
            self.lanes.list(cx, out);
            out.relax();
        }
    }
}
