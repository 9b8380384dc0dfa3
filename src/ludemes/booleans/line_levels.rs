//! `(is Line .. byLevel:True)`: lines through stacks, counted level by level.
//!
//! A line of length 1 always holds, and an empty pivot makes none. Otherwise so many accepted pieces have to stand one
//! below the other at the top of the pivot, or along a line of the board through it: all at the level of the pivot's
//! top, or one level lower with each step and one higher with each step to the other side, or the other way round. With
//! `exact:True` the whole row must have the length, except upright; of a row that falls on one side and rises on the
//! other only the falling part is looked at then. Neither `if:` nor `contiguous:` nor `throughAny:` matters. (Ludii
//! 1.3.12's behaviour.)

use crate::board::Radial;
use crate::board::SiteType;
use crate::engine::context::Cx;
use crate::engine::site_store::{Piece, SiteStore};
use std::hint::select_unpredictable;

/// What a line is looked for with.
pub(super) struct Levels<'a> {
    /// The type of the sites.
    pub t: SiteType,
    /// The length of the line.
    pub length: i32,
    /// Whether longer rows do not count.
    pub exact: bool,
    /// The accepted components.
    pub components: &'a [i32],
}

impl Levels<'_> {
    /// Whether there is a line through the top of this site of the board along these radials.
    pub fn exists(&self, cx: &mut Cx, pivot: i32, radials: &[Radial]) -> bool {
        if self.length == 1 {
            return true;
        }
        let Some(stacks) = cx.state.site_store(0, self.t).and_then(SiteStore::stacks) else { return false };
        let mut work = 0;
        let found = self.any(stacks, pivot as usize, radials, &mut work);
        cx.charge(work);
        found
    }

    fn any(&self, stacks: &[Vec<Piece>], pivot: usize, radials: &[Radial], work: &mut u64) -> bool {
        let Some(stack) = stacks.get(pivot).filter(|stack| !stack.is_empty()) else { return false };
        let (height, top) = (stack.len() as i32, stack.len() as i32 - 1);
        let below = (self.length - 1).max(0);
        if height >= self.length && (0..below).all(|k| self.holds(stacks, pivot as u32, top - 1 - k)) {
            return true;
        }
        radials.iter().any(|radial| [0, -1, 1].into_iter().any(|slope| self.row(stacks, radial, top, slope, work)))
    }

    /// Whether the row along a radial and its opposite ones is long enough, the level changing by `slope` with each
    /// step outwards along the radial.
    fn row(&self, stacks: &[Vec<Piece>], radial: &Radial, top: i32, slope: i32, work: &mut u64) -> bool {
        *work += 1 + radial.path.len() as u64 / 2;
        let mut out = 0;
        for &site in radial.path.iter() {
            if !self.holds(stacks, site, top + slope * out) {
                break;
            }
            out += 1;
            if !self.exact && out == self.length {
                return true;
            }
        }
        let Some(opposite) = &radial.opposite else { return self.exact && out == self.length };
        let mut count = out;
        *work += opposite.len() as u64 / 2;
        for (steps, &site) in (1..).zip(opposite.iter().skip(1)) {
            if !self.holds(stacks, site, top - slope * steps) {
                break;
            }
            count += 1;
            if !self.exact && count == self.length {
                return true;
            }
        }
        let row = if slope < 0 { out } else { count };
        self.exact && row == self.length
    }

    /// Whether an accepted component stands on a level of a site.
    #[inline]
    fn holds(&self, stacks: &[Vec<Piece>], site: u32, level: i32) -> bool {
        let piece = usize::try_from(level).ok().and_then(|level| stacks.get(site as usize)?.get(level));
        piece.is_some_and(|piece| self.components.contains(&i32::from(piece.what)))
    }
}

/// The lowest level of an empty stack.
const NOTHING: Piece = Piece { what: 0, who: 0, count: 0, state: 0, rotation: 0, value: 0 };

/// 1 for each of three rows side by side in a word, one at the level of the top, one rising and one falling.
const EACH: u64 = 0x01_01_01;

/// Whether so many accepted pieces, 2 at least and 64 at most, stand in a row through the top of a site: upright, or
/// along a line of these arms, level or rising or falling. All components are below 64.
///
/// All rows are counted to their end: where one breaks off is not to be predicted.
pub(super) fn runs(stacks: &[Vec<Piece>], pivot: usize, length: usize, arms: &[u32], kinds: u64) -> bool {
    let accepted = |piece: &Piece| kinds >> (piece.what & 63) & 1;
    let Some((top, below)) = stacks.get(pivot).and_then(|stack| stack.split_last()) else { return false };
    let mut found = below.len() + 1 >= length && below.iter().rev().take(length - 1).all(|piece| accepted(piece) == 1);
    let (last, level, through) = (stacks.len() - 1, below.len(), accepted(top));
    // Where the top is not accepted, a row may still end next to it.
    let steps = length - through as usize;
    let mut left = arms;
    while let Some((line, others)) = left.split_at_checked(2 * length) {
        left = others;
        let (out, back) = line.split_at(length);
        let mut counts = through * EACH;
        for (arm, start) in [(out, through), (back, 1)] {
            let mut runs = start * EACH;
            for (step, &site) in (1..).zip(arm.iter().take(steps)) {
                let site = site as usize;
                let stack = &stacks[site.min(last)][..];
                let stack = select_unpredictable(site <= last && !stack.is_empty(), stack, &[NOTHING]);
                let at = |level: usize| {
                    let there = level < stack.len();
                    u64::from(there) & accepted(&stack[select_unpredictable(there, level, 0)])
                };
                runs &= at(level) | at(level + step) << 8 | at(level.wrapping_sub(step)) << 16;
                counts += runs;
            }
            // What rises to one side falls to the other.
            counts = counts & 0xff | counts >> 8 & 0xff00 | (counts & 0xff00) << 8;
        }
        found |= (counts + (0x80 - length as u64) * EACH) & (0x80 * EACH) != 0;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::GameRng;

    #[test]
    fn rows_are_those_that_are_looked_for_step_by_step() {
        let mut chance = GameRng::from_state(7);
        let (mut found, mut missed) = (0, 0);
        for _ in 0..20_000 {
            let sites = 2 + chance.index(6) as u32;
            let mut piece = || Piece { what: 1 + chance.index(2) as u16, ..Piece::default() };
            let mut stacks = Vec::new();
            for site in 0..sites {
                stacks.push((0..(site * 7 + u32::from(piece().what)) % 6).map(|_| piece()).collect::<Vec<_>>());
            }
            let (pivot, length) = (chance.index(sites as usize) as u32, 2 + chance.index(3));
            let radial = Radial { path: (pivot..sites).collect(), opposite: Some((0..=pivot).rev().collect()) };
            let levels = Levels { t: SiteType::Cell, length: length as i32, exact: false, components: &[1] };
            let arm = |path: &[u32]| {
                let padded = path.iter().skip(1).copied().chain(std::iter::repeat(sites));
                padded.take(length).collect::<Vec<_>>()
            };
            let arms = [arm(&radial.path), radial.opposite.as_deref().map(arm).unwrap_or_default()].concat();
            let expected = levels.any(&stacks, pivot as usize, &[radial], &mut 0);
            assert_eq!(
                runs(&stacks, pivot as usize, length, &arms, 0b10),
                expected,
                "{length} at {pivot} in {stacks:?}"
            );
            *if expected { &mut found } else { &mut missed } += 1;
        }
        assert!(found > 1_000 && missed > 1_000, "{found} found, {missed} missed");
    }
}
