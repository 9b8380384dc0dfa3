//! Where pieces may go from each site, told by sets of sites.
//!
//! What a step, a hop or a leap asks of the sites on its path can often be told for all sites at once. The paths of all
//! pieces of a component that lead as many sites further are then found by one shift of these sets, as with bitboards,
//! so that their moves are counted, and one is drawn, without looking at one piece after the other.

use super::build::index;
use crate::engine::count_cache::MoveSets;
use crate::engine::directions::DirectionList;
use crate::engine::facing_tables::FacingTables;
use crate::engine::lanes::Setwise;
use crate::ludemes::prelude::*;

/// A path from a site: the first site of it and the last, which may be the same.
pub(super) type Path = [u32; 2];

/// A path that there is not, in the place of one that other sites have.
pub(super) const NO_PATH: Path = [u32::MAX; 2];

/// The paths from each site, in the order in which the generator follows them.
type BySite = Box<[Box<[Path]>]>;

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

/// The paths that lead as many sites further.
struct Shift {
    by: [i32; 2],
    steps: [Step; 2],
    /// The sites that have one, as words.
    starts: Box<[u64]>,
}

/// The shifts of all paths of a board.
struct Shifts {
    shifts: Vec<Shift>,
    /// How many words of sites are looked at, a power of two.
    width: usize,
}

impl Shifts {
    /// The work of looking at all of them: it is done for many sites at once.
    fn work(&self) -> u64 {
        1 + (self.shifts.len() * self.width / 4) as u64
    }
}

struct Table {
    by_site: BySite,
    /// The shifts, where no two paths of a site are the same.
    shifts: Option<Shifts>,
}

impl Table {
    fn new(by_site: BySite) -> Table {
        let width = match by_site.len().div_ceil(64).next_power_of_two() {
            narrow @ ..=8 => narrow,
            _ => Masks::WIDEST,
        };
        let mut shifts: Vec<Shift> = Vec::new();
        let mut distinct = true;
        for (site, paths) in by_site.iter().enumerate() {
            for &path in paths.iter().filter(|path| **path != NO_PATH) {
                let by = path.map(|end| end as i32 - site as i32);
                let known = shifts.iter_mut().find(|shift| shift.by == by);
                let shift = match known {
                    Some(shift) => shift,
                    None => {
                        let starts = vec![0; width].into_boxed_slice();
                        shifts.push(Shift { by, steps: by.map(Step::of), starts });
                        let last = shifts.len() - 1;
                        &mut shifts[last]
                    }
                };
                let Some(word) = shift.starts.get_mut(site / 64) else { break };
                let bit = 1 << (site % 64);
                distinct &= *word & bit == 0;
                *word |= bit;
            }
        }
        let fits = distinct && by_site.len() <= width * 64;
        Table { by_site, shifts: fits.then_some(Shifts { shifts, width }) }
    }
}

/// The paths from each site, by what the directions depend on besides: found once.
pub(super) struct PathTables(FacingTables<Table>);

impl PathTables {
    /// Those that `make` finds for a site and directions; none are known beforehand unless `known`.
    pub fn new(
        board: Arc<Topology>,
        t: SiteType,
        directions: &Arc<DirectionsExpr>,
        known: bool,
        make: impl Fn(&Topology, SiteType, usize, &[Direction]) -> Box<[Path]> + Send + Sync + 'static,
    ) -> PathTables {
        let table = move |board: &Topology, t: SiteType, directions: &DirectionList| {
            Table::new((0..board.len(t)).map(|site| make(board, t, site, directions)).collect())
        };
        PathTables(FacingTables::new(board, t, directions, known, table))
    }

    /// The paths from a site; `None` where they are not known beforehand.
    #[inline]
    pub fn of(&self, cx: &mut Cx, start: i32) -> Option<&[Path]> {
        self.0.at(cx, start)?.by_site.get(index(start)).map(|paths| &**paths)
    }

    /// The paths from each site that a piece of the component that stands on `start` has in every state; `None` where
    /// they are not known beforehand.
    pub fn of_component(&self, cx: &mut Cx, t: SiteType, start: i32) -> Option<&BySite> {
        Some(&self.0.of_component(cx, t, start)?.by_site)
    }

    /// The shifts of the paths from these sites, which pieces of one component stand on; `None` where they are not
    /// known.
    fn shifts(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet) -> Option<(&Shifts, &BySite)> {
        let table = self.0.of_pieces(cx, t, starts.first()?)?;
        Some((table.shifts.as_ref()?, &table.by_site))
    }
}

/// What is asked of the sites of a path: the first has to be in one set, and the last in the other, if there is one.
pub(super) struct Masks {
    pub near: SiteSet,
    pub far: Option<SiteSet>,
}

/// The sites that a step leads to from those of a word, as bits of the word, where the last word is followed by the
/// first: no start has a path out of the board.
#[inline]
fn rotated<const W: usize>(words: &[u64; W], word: usize, step: Step) -> u64 {
    let first = word.wrapping_add(step.words);
    words[first % W] >> step.bits | words[first.wrapping_add(1) % W] << 1 << (63 - step.bits)
}

impl Masks {
    /// Calls a function with 64 starts after the other, those from which a shift leads to the sites that are asked for.
    #[inline]
    fn each(&self, shifts: &Shifts, starts: &SiteSet, see: impl FnMut(usize, usize, u64)) {
        match shifts.width {
            1 => self.each_of::<1>(shifts, starts, see),
            2 => self.each_of::<2>(shifts, starts, see),
            4 => self.each_of::<4>(shifts, starts, see),
            8 => self.each_of::<8>(shifts, starts, see),
            _ => self.each_of::<{ Masks::WIDEST }>(shifts, starts, see),
        }
    }

    /// The most words of the sets of a board.
    const WIDEST: usize = 64;

    /// The same for a board of so many words.
    fn each_of<const W: usize>(&self, shifts: &Shifts, starts: &SiteSet, mut see: impl FnMut(usize, usize, u64)) {
        let (starts, near): ([u64; W], [u64; W]) = (starts.first_words(), self.near.first_words());
        let far: Option<[u64; W]> = self.far.as_ref().map(SiteSet::first_words);
        for (number, shift) in shifts.shifts.iter().enumerate() {
            let Some(of) = shift.starts.first_chunk::<W>() else { return };
            for word in 0..W {
                let from = starts[word] & of[word];
                if from == 0 {
                    continue;
                }
                let mut holds = from & rotated(&near, word, shift.steps[0]);
                if holds != 0
                    && let Some(far) = &far
                {
                    holds &= rotated(far, word, shift.steps[1]);
                }
                if holds != 0 {
                    see(number, word, holds);
                }
            }
        }
    }
}

/// The moves from each site, where they depend on nothing but what is asked of the sites of a path.
pub(super) struct Reach {
    pub paths: Arc<PathTables>,
    pub masks: Box<dyn Fn(&mut Cx) -> Masks + Send + Sync>,
    /// What it depends on.
    pub uses: Uses,
    /// Where it depends on the start as well, which `from` is then: what is asked of the sites of one path.
    pub by_start: Option<PathTest>,
}

/// Asks a condition of the first and the last site of a path.
pub(super) type PathTest = Box<dyn Fn(&mut Cx, [i32; 2]) -> bool + Send + Sync>;

impl Reach {
    /// As [`Setwise::count_setwise`], by asking for each start.
    fn count_each(
        &self,
        cx: &mut Cx,
        t: SiteType,
        starts: &SiteSet,
        leads: &PathTest,
        sets: &mut MoveSets,
    ) -> Option<()> {
        let table = self.paths.0.of_pieces(cx, t, starts.first()?)?;
        let saved = (cx.it.from, cx.it.between, cx.it.to);
        for start in starts {
            let Some(paths) = table.by_site.get(index(start)).filter(|_| cx.spend(1) && !sets.is_enough()) else {
                break;
            };
            cx.it.from = start;
            // Few sites are asked about: a set of them all would take longer.
            for (slot, path) in paths.iter().enumerate() {
                if *path != NO_PATH && leads(cx, path.map(|site| site as i32)) {
                    sets.add(slot, index(start) / 64, 1 << (start % 64));
                }
            }
        }
        (cx.it.from, cx.it.between, cx.it.to) = saved;
        Some(())
    }
}

impl Setwise for Reach {
    fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet) {
        if self.by_start.is_some() {
            return;
        }
        let Some((shifts, _)) = self.paths.shifts(cx, t, starts) else { return };
        let masks = (self.masks)(cx);
        cx.charge(shifts.work());
        let mut moving = SiteSet::new().widened(starts.width() * 64);
        masks.each(shifts, starts, |_, word, holds| moving.add_word(word, holds));
        *starts = moving;
    }

    fn count_setwise(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, length: usize, sets: &mut MoveSets) -> bool {
        if starts.is_empty() {
            return true;
        }
        if length != 1 {
            return false;
        }
        sets.depends(self.uses.without(Uses::FROM));
        if let Some(leads) = &self.by_start {
            return self.count_each(cx, t, starts, leads, sets).is_some();
        }
        let Some((shifts, _)) = self.paths.shifts(cx, t, starts) else { return false };
        let masks = (self.masks)(cx);
        cx.charge(shifts.work());
        masks.each(shifts, starts, |path, word, holds| sets.add(path, word, holds));
        true
    }

    fn slot_of(&self, cx: &mut Cx, t: SiteType, start: i32, path: usize, _length: usize) -> Option<usize> {
        if self.by_start.is_some() {
            return Some(path);
        }
        let table = self.paths.0.of_pieces(cx, t, start)?;
        let by = table.shifts.as_ref()?.shifts.get(path)?.by;
        let path = by.map(|by| (start + by) as u32);
        table.by_site.get(index(start))?.iter().position(|other| *other == path)
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

    #[test]
    fn rotated_words_hold_the_sites_further_on_that_are_on_the_board() {
        let set: SiteSet = [0, 5, 63, 64, 70, 127].into_iter().collect();
        let words: [u64; 2] = set.first_words();
        for by in -127..128 {
            for start in (0..128).filter(|start| (0..128).contains(&(start + by))) {
                let found = rotated(&words, start as usize / 64, Step::of(by));
                assert_eq!(found >> (start % 64) & 1 == 1, set.contains(start + by), "{start} {by}");
            }
        }
    }
}
