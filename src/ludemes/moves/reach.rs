//! Where pieces may go from each site, told by sets of sites.
//!
//! What a step, a hop or a leap asks of the sites on its way can often be told for all sites at once. The ways of all pieces of a
//! component that lead as many sites further are then found by one shift of these sets, as with bitboards, so that their moves are
//! counted, and one is drawn, without looking at one piece after the other.

use super::build::index;
use crate::engine::expr::DirectionList;
use crate::engine::generator::{Found, Survey};
use crate::engine::outlooks::Outlooks;
use crate::ludemes::prelude::*;

/// A way from a site: the first site of it and the last, which may be the same.
pub(super) type Way = [u32; 2];

/// A way that there is not, in the place of one that other sites have.
pub(super) const NO_WAY: Way = [u32::MAX; 2];

/// The ways from each site, in the order in which the generator follows them.
type BySite = Box<[Box<[Way]>]>;

/// A distance between sites in words and bits of a set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    words: usize,
    bits: u32,
}

impl Step {
    pub fn of(by: i32) -> Step {
        // A step back, of a negative number of words, wraps around and is taken by adding.
        Step { words: by.div_euclid(64) as usize, bits: by.rem_euclid(64) as u32 }
    }
}

/// The sites that a step leads to from those of a word, as bits of the word.
#[inline]
pub(super) fn shifted(words: &[u64], word: usize, step: Step) -> u64 {
    let first = word.wrapping_add(step.words);
    let at = |index: usize| words.get(index).copied().unwrap_or(0);
    at(first) >> step.bits | at(first.wrapping_add(1)) << 1 << (63 - step.bits)
}

/// The search for the move of a number among moves that are found as sets of starts.
pub(super) struct Search {
    /// How many more come before it.
    pub left: usize,
}

impl Search {
    /// Where it begins, if it is among those from starts of a word, given as bits.
    #[inline]
    pub fn among(&mut self, word: usize, mut starts: u64) -> Option<i32> {
        let moves = starts.count_ones() as usize;
        if self.left >= moves {
            self.left -= moves;
            return None;
        }
        for _ in 0..self.left {
            starts &= starts - 1;
        }
        Some((word * 64) as i32 + starts.trailing_zeros() as i32)
    }
}

/// The ways that lead as many sites further.
struct Shift {
    by: [i32; 2],
    steps: [Step; 2],
    /// The sites that have one.
    starts: SiteSet,
}

struct Table {
    by_site: BySite,
    /// The shifts of all ways, where no two of a site are the same.
    shifts: Option<Vec<Shift>>,
}

impl Table {
    fn new(by_site: BySite) -> Table {
        let mut shifts: Vec<Shift> = Vec::new();
        let mut distinct = true;
        for (site, ways) in (0..).zip(&by_site) {
            for &way in ways.iter().filter(|way| **way != NO_WAY) {
                let by = way.map(|end| end as i32 - site);
                let known = shifts.iter_mut().find(|shift| shift.by == by);
                let shift = match known {
                    Some(shift) => shift,
                    None => {
                        shifts.push(Shift { by, steps: by.map(Step::of), starts: SiteSet::new() });
                        let last = shifts.len() - 1;
                        &mut shifts[last]
                    }
                };
                distinct &= !shift.starts.contains(site);
                shift.starts.insert(site);
            }
        }
        Table { by_site, shifts: distinct.then_some(shifts) }
    }
}

/// The ways from each site, by what the directions depend on besides: found once.
pub(super) struct Ways(Outlooks<Table>);

impl Ways {
    /// Those that `make` finds for a site and directions; none are known beforehand unless `known`.
    pub fn new(
        board: Arc<Topology>,
        t: SiteType,
        directions: &Arc<DirectionsExpr>,
        known: bool,
        make: impl Fn(&Topology, SiteType, usize, &[Direction]) -> Box<[Way]> + Send + Sync + 'static,
    ) -> Ways {
        let table = move |board: &Topology, t: SiteType, directions: &DirectionList| {
            Table::new((0..board.len(t)).map(|site| make(board, t, site, directions)).collect())
        };
        Ways(Outlooks::new(board, t, directions, known, table))
    }

    /// The ways from a site; `None` where they are not known beforehand.
    #[inline]
    pub fn of(&self, cx: &mut Cx, start: i32) -> Option<&[Way]> {
        self.0.at(cx, start)?.by_site.get(index(start)).map(|ways| &**ways)
    }

    /// The shifts of the ways from these sites, which pieces of one component stand on; `None` where they are not known.
    fn shifts(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet) -> Option<(&[Shift], &BySite)> {
        let table = self.0.of_pieces(cx, t, starts.first()?)?;
        Some((table.shifts.as_deref()?, &table.by_site))
    }
}

/// What is asked of the sites of a way: the first has to be in one set, and the last in the other, if there is one.
pub(super) struct Asked {
    pub near: SiteSet,
    pub far: Option<SiteSet>,
}

impl Asked {
    /// Calls a function with 64 starts after the other, those from which a shift leads to the sites that are asked for, until
    /// it gives something.
    #[inline]
    fn each<R>(
        &self,
        shifts: &[Shift],
        starts: &SiteSet,
        mut see: impl FnMut(&Shift, usize, u64) -> Option<R>,
    ) -> Option<R> {
        let (near, far) = (self.near.words(), self.far.as_ref().map(SiteSet::words));
        for shift in shifts {
            let of = shift.starts.words();
            for (word, from) in starts.words().iter().enumerate() {
                let mut holds = from & of.get(word).copied().unwrap_or(0);
                if holds != 0 {
                    holds &= shifted(near, word, shift.steps[0]);
                }
                if holds != 0
                    && let Some(far) = far
                {
                    holds &= shifted(far, word, shift.steps[1]);
                }
                if holds != 0
                    && let Some(found) = see(shift, word, holds)
                {
                    return Some(found);
                }
            }
        }
        None
    }
}

/// The moves from each site, where they depend on nothing but what is asked of the sites of a way.
pub(super) struct Reach {
    pub ways: Arc<Ways>,
    pub asked: Box<dyn Fn(&mut Cx) -> Asked + Send + Sync>,
    /// Whether it depends on the start as well, which `from` is then.
    pub by_start: bool,
}

impl Reach {
    /// As [`Survey::find`], by asking for each start.
    fn find_by_start(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, number: usize) -> Option<Found> {
        let table = self.ways.0.of_pieces(cx, t, starts.first()?)?;
        let saved = cx.it.from;
        let (mut left, mut found) = (number, None);
        for start in starts {
            let Some(ways) = table.by_site.get(index(start)).filter(|_| cx.spend(1)) else { break };
            cx.it.from = start;
            let asked = (self.asked)(cx);
            cx.charge(ways.len() as u64);
            let leads = |way: &Way| {
                let [near, far] = way.map(|site| site as i32);
                asked.near.contains(near) && asked.far.as_ref().is_none_or(|sites| sites.contains(far))
            };
            for (slot, _) in ways.iter().enumerate().filter(|(_, way)| leads(way)) {
                if left == 0 {
                    found = Some(Found::At(start, slot));
                    break;
                }
                left -= 1;
            }
            if found.is_some() {
                break;
            }
        }
        cx.it.from = saved;
        Some(found.unwrap_or(Found::Only(number - left)))
    }
}

impl Survey for Reach {
    fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet) {
        if self.by_start {
            return;
        }
        let Some((shifts, _)) = self.ways.shifts(cx, t, starts) else { return };
        let asked = (self.asked)(cx);
        cx.charge((shifts.len() * starts.width()) as u64);
        let mut moving = SiteSet::new().widened(starts.width() * 64);
        asked.each(shifts, starts, |_, word, holds| {
            moving.add_word(word, holds);
            None::<()>
        });
        *starts = moving;
    }

    fn find(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, number: usize, length: usize) -> Option<Found> {
        if starts.is_empty() {
            return Some(Found::Only(0));
        }
        if length != 1 {
            return None;
        }
        if self.by_start {
            return self.find_by_start(cx, t, starts, number);
        }
        let (shifts, by_site) = self.ways.shifts(cx, t, starts)?;
        let asked = (self.asked)(cx);
        cx.charge((shifts.len() * starts.width()) as u64);
        let mut search = Search { left: number };
        let found = asked.each(shifts, starts, |shift, word, holds| {
            let start = search.among(word, holds)?;
            let way = shift.by.map(|by| (start + by) as u32);
            let slot = by_site.get(index(start))?.iter().position(|other| *other == way)?;
            Some(Found::At(start, slot))
        });
        Some(found.unwrap_or(Found::Only(number - search.left)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifted_words_hold_the_sites_further_on() {
        let set: SiteSet = [0, 5, 63, 64, 70, 130].into_iter().collect();
        for by in -140..140 {
            for word in 0..4 {
                let found = shifted(set.words(), word, Step::of(by));
                for bit in 0..64 {
                    let site = (word * 64) as i32 + bit + by;
                    assert_eq!(found >> bit & 1 == 1, set.contains(site), "{word} {bit} {by}");
                }
            }
        }
    }
}
