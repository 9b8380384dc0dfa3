//! Walks over sets that are laid out.

use super::lanes::Lanes;
use super::{Demands, SHARED};

/// Sets of places, of as many walks as there are lanes.
#[derive(Clone, Copy)]
pub(super) struct Sets<V, const L: usize>(pub [V; L]);

impl<V: Lanes, const L: usize> Sets<V, L> {
    /// The same word in each lane.
    #[inline(always)]
    pub fn same(words: &[u64]) -> Self {
        let mut out = Sets([V::splat(0); L]);
        for l in 0..L {
            out.0[l] = V::splat(words.get(l).copied().unwrap_or(0));
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

    /// The places where the number of these two sets that have it is one for which there is `true`.
    #[inline(always)]
    fn numbered(self, other: Self, numbers: [bool; SHARED + 1]) -> Self {
        if numbers == [false, true, true] {
            return self.or(other);
        }
        let [none, one, two] = numbers;
        let word = |bit: bool| Sets([V::splat(u64::from(bit).wrapping_neg()); L]);
        let (if_one, if_both) = (self.xor(other).and(word(none != one)), self.and(other).and(word(none != two)));
        if_one.xor(if_both).xor(word(none))
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

/// Follows walks over these places, by sets that are laid out.
///
/// `by` is how far the steps up lead, each direction next to those in which the neighbours lie that both ends of its steps
/// share; the steps down lead as far, in the same order.
#[expect(clippy::needless_range_loop, reason = "loops over numbers are unrolled wherever this is compiled into")]
#[inline(always)]
pub(super) fn follow<V: Lanes, const L: usize, const P: usize>(
    places: Sets<V, L>,
    by: [u32; P],
    demands: &Demands,
    forward: bool,
    sets: &[u64],
) -> Sets<V, L> {
    let nowhere: Sets<V, L> = Sets::same(&[]);
    // In each direction, up and down, the places from which a step meets what is demanded of both its ends together.
    let mut allowed = [[Sets::load(sets, demands.leave, places); P]; 2];
    for demand in &demands.clauses {
        let (from, to) = (Sets::load(sets, demand.from, nowhere), Sets::load(sets, demand.to, nowhere));
        let (set, numbers) = demand.common.map_or((None, [false; SHARED + 1]), |(set, numbers)| (Some(set), numbers));
        let set_beside = Sets::load(sets, set, nowhere);
        let mut beside = [[nowhere; P]; 2];
        for way in 0..2 {
            for pair in 0..P {
                beside[way][pair] = set_beside.step(by[pair], way == 1);
            }
        }
        for way in 0..2 {
            for pair in 0..P {
                let mut holds = from;
                if demand.to.is_some() {
                    holds = holds.or(to.step(by[pair], way == 1));
                }
                if set.is_some() {
                    let (mut a, mut b) = (nowhere, nowhere);
                    if P == 3 {
                        a = if pair > 0 { beside[way][pair - 1] } else { beside[1 - way][P - 1] };
                        b = if pair + 1 < P { beside[way][pair + 1] } else { beside[1 - way][0] };
                    }
                    holds = holds.or(a.numbered(b, numbers));
                }
                allowed[way][pair] = allowed[way][pair].and(holds);
            }
        }
    }
    let through = Sets::load(sets, demands.through, places);
    let start = Sets::load(sets, Some(0), nowhere);
    let mut edge = if forward { start } else { start.and(through) };
    loop {
        let (mut before, mut found) = (edge, nowhere);
        // Asking whether they have led further takes about as long as two steps.
        for _ in 0..2 {
            found = nowhere;
            for way in 0..2 {
                for pair in 0..P {
                    let (by, allowed) = (by[pair], allowed[way][pair]);
                    found = found.or(if forward {
                        edge.and(allowed).step(by, way == 0)
                    } else {
                        edge.step(by, way == 1).and(allowed)
                    });
                }
            }
            before = edge;
            edge = edge.or(found.and(through));
        }
        if !edge.differs(before) {
            return if forward { found.and(through) } else { found };
        }
    }
}
