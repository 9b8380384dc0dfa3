//! Walks over sets that are laid out.

use super::lanes::Lanes;
use super::layout::{Run, runs};
use super::{Demands, SHARED};
use crate::program::bits::Set;
use crate::program::space::Relation;

/// A relation over places of `L` words.
#[derive(Debug)]
pub(super) struct Places<const L: usize> {
    /// The places that are sites.
    sites: Set<L>,
    /// For each word of sites where they come from, in words of places.
    back: Vec<Vec<Run>>,
    /// How far the steps up lead, each direction next to those in which the neighbours lie that both ends of its steps
    /// share: 1, `w + 1` and `w` where rows are `w` apart. The steps down lead as far, in the same order.
    by: Vec<u32>,
}

/// Sets of places, of as many walks as there are lanes.
#[derive(Clone, Copy)]
struct Sets<V, const L: usize>([V; L]);

impl<V: Lanes, const L: usize> Sets<V, L> {
    #[inline(always)]
    fn same(set: Set<L>) -> Self {
        let mut out = Sets([V::splat(0); L]);
        for l in 0..L {
            out.0[l] = V::splat(set.0[l]);
        }
        out
    }

    /// The sets of this number if there is one, otherwise what else they are.
    #[inline(always)]
    fn load(sets: &[u64], index: Option<usize>, otherwise: Self) -> Self {
        let Some(index) = index else { return otherwise };
        let mut out = otherwise;
        for l in 0..L {
            out.0[l] = V::load(sets.get((index * L + l) * V::COUNT..).unwrap_or_default());
        }
        out
    }

    #[inline(always)]
    fn with(self, other: Self, join: impl Fn(V, V) -> V) -> Self {
        let mut out = self;
        for l in 0..L {
            out.0[l] = join(self.0[l], other.0[l]);
        }
        out
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(other, V::and)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, V::or)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.with(other, V::xor)
    }

    #[inline(always)]
    fn differs(self, other: Self) -> bool {
        let mut any = self.0[0].xor(other.0[0]);
        for l in 1..L {
            any = any.or(self.0[l].xor(other.0[l]));
        }
        !any.is_zero()
    }

    /// All places moved up or down.
    #[inline(always)]
    fn step(self, by: u32, up: bool) -> Self {
        let nothing = V::splat(0);
        let mut out = self;
        for l in 0..L {
            out.0[l] = if up {
                self.0[l].up(if l > 0 { self.0[l - 1] } else { nothing }, by)
            } else {
                self.0[l].down(if l + 1 < L { self.0[l + 1] } else { nothing }, by)
            };
        }
        out
    }
}

impl<const L: usize> Places<L> {
    /// `None` where some shift leads from a site to one that it is not related to, or does not lead to one that it is, or
    /// where other neighbours are shared by the ends of a step than those in the directions next to its own.
    pub fn new(relation: &Relation, places: &[usize]) -> Option<Self> {
        let sites = places.iter().fold(Set::EMPTY, |all, &place| all | Set::one(place));
        let mut leads: Vec<i64> = Vec::new();
        for (from, near) in places.iter().zip(&relation.near) {
            for &to in near {
                let by = *places.get(usize::from(to))? as i64 - *from as i64;
                if !leads.contains(&by) {
                    leads.push(by);
                }
            }
            if leads.len() > 6 {
                return None;
            }
        }
        if leads.iter().any(|by| !(1..64).contains(&by.abs()) || !leads.contains(&-by)) {
            return None;
        }
        for (&from, near) in places.iter().zip(&relation.near) {
            let to = leads.iter().filter_map(|by| usize::try_from(from as i64 + by).ok());
            if to.filter(|&to| sites.contains(to)).count() != near.len() {
                return None;
            }
        }
        let mut ups: Vec<i64> = leads.iter().copied().filter(|&by| by > 0).collect();
        ups.sort_unstable();
        let shared = |by: &i64| leads.iter().filter(|&via| leads.contains(&(via - by))).count();
        let by = match *ups.as_slice() {
            [a, b] if leads.iter().all(|by| shared(by) == 0) => vec![a, b],
            [a, b, c] if a + b == c && leads.iter().all(|by| shared(by) == SHARED) => vec![a, c, b],
            _ => return None,
        };
        let back = runs(places.iter().enumerate().map(|(site, &place)| (place, site)));
        Some(Places { sites, back, by: by.into_iter().map(|by| by as u32).collect() })
    }

    /// Follows walks by sets that are laid out. What is found is moved back to the sites, which take the place of the first
    /// set.
    #[inline(always)]
    pub fn walks<V: Lanes>(&self, demands: &Demands, forward: bool, sets: &mut [u64], words: usize) {
        let found = match *self.by.as_slice() {
            [a, b] => self.follow::<V, 2>([a, b], demands, forward, sets),
            [a, b, c] => self.follow::<V, 3>([a, b, c], demands, forward, sets),
            _ => return,
        };
        for word in 0..words {
            let mut to = V::splat(0);
            for run in self.back.get(word).map_or(&[][..], Vec::as_slice) {
                let from = if run.word < L { found.0[run.word] } else { V::splat(0) };
                to = to.or(from.turned(run.by).and(V::splat(run.mask)));
            }
            to.store(sets.get_mut(word * V::COUNT..).unwrap_or_default());
        }
    }

    #[expect(clippy::needless_range_loop, reason = "loops over numbers are unrolled wherever this is compiled into")]
    #[inline(always)]
    fn follow<V: Lanes, const P: usize>(
        &self,
        by: [u32; P],
        demands: &Demands,
        forward: bool,
        sets: &[u64],
    ) -> Sets<V, L> {
        let all: Sets<V, L> = Sets::same(self.sites);
        let nowhere: Sets<V, L> = Sets::same(Set::EMPTY);
        // In each direction, up and down, the places from which a step meets what is demanded of both its ends together.
        let mut allowed = [[Sets::load(sets, demands.leave, all); P]; 2];
        for demand in &demands.clauses {
            let mut holds = [[Sets::load(sets, demand.from, nowhere); P]; 2];
            if demand.to.is_some() {
                let to = Sets::load(sets, demand.to, nowhere);
                for way in 0..2 {
                    for pair in 0..P {
                        holds[way][pair] = holds[way][pair].or(to.step(by[pair], way == 1));
                    }
                }
            }
            if let Some((set, [none, one, two])) = demand.common {
                let set = Sets::load(sets, Some(set), nowhere);
                let mut beside = [[nowhere; P]; 2];
                for way in 0..2 {
                    for pair in 0..P {
                        beside[way][pair] = set.step(by[pair], way == 1);
                    }
                }
                let (none, if_one, if_both) = (word(none), word(none != one), word(none != two));
                for way in 0..2 {
                    for pair in 0..P {
                        let (mut a, mut b) = (nowhere, nowhere);
                        if P == 3 {
                            a = if pair > 0 { beside[way][pair - 1] } else { beside[1 - way][P - 1] };
                            b = if pair + 1 < P { beside[way][pair + 1] } else { beside[1 - way][0] };
                        }
                        let one = a.xor(b).and(Sets([V::splat(if_one); L]));
                        let both = a.and(b).and(Sets([V::splat(if_both); L]));
                        let meant = one.xor(both).xor(Sets([V::splat(none); L]));
                        holds[way][pair] = holds[way][pair].or(meant);
                    }
                }
            }
            for way in 0..2 {
                for pair in 0..P {
                    allowed[way][pair] = allowed[way][pair].and(holds[way][pair]);
                }
            }
        }
        let through = Sets::load(sets, demands.through, all);
        let start = Sets::load(sets, Some(0), nowhere);
        let mut edge = if forward { start } else { start.and(through) };
        loop {
            let before = edge;
            let mut found = nowhere;
            // The directions apart from each other, which takes more rounds, but keeps the processor from waiting.
            for way in 0..2 {
                let mut half = nowhere;
                for pair in 0..P {
                    let (by, allowed) = (by[pair], allowed[way][pair]);
                    half = half.or(if forward {
                        edge.and(allowed).step(by, way == 0)
                    } else {
                        edge.step(by, way == 1).and(allowed)
                    });
                }
                found = found.or(half);
                edge = edge.or(half.and(through));
            }
            if !edge.differs(before) {
                return if forward { found.and(through) } else { found };
            }
        }
    }
}

fn word(bit: bool) -> u64 {
    u64::from(bit).wrapping_neg()
}
