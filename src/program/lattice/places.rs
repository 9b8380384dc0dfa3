//! Walks over sets that are laid out.

#![expect(clippy::needless_range_loop, reason = "loops over numbers are unrolled wherever this is compiled into")]

use super::lanes::Lanes;
use super::{Demand, Demands, SHARED};

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

    /// These and those of the others that are in a third set.
    #[inline(always)]
    fn or_both(self, other: Self, third: Self) -> Self {
        let mut out = self;
        for l in 0..L {
            out.0[l] = self.0[l].or_both(other.0[l], third.0[l]);
        }
        out
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
        let mut out = self;
        for l in 0..L {
            out.0[l] = if up {
                self.0[l].up(if l > 0 { Some(self.0[l - 1]) } else { None }, by)
            } else {
                self.0[l].down(if l + 1 < L { Some(self.0[l + 1]) } else { None }, by)
            };
        }
        out
    }
}

/// In each direction, up and down, places.
type Directed<V, const L: usize, const P: usize> = [[Sets<V, L>; P]; 2];

/// Follows walks over these places, by sets that are laid out.
///
/// `by` is how far the steps up lead, each direction next to those in which the neighbours lie that both ends of its steps
/// share; the steps down lead as far, in the same order.
///
/// Steps are looked at from the place that is found, here, towards the one it is found from, there: a walk is followed
/// forward like one backward whose steps have their ends exchanged.
#[inline(always)]
pub(super) fn follow<V: Lanes, const L: usize, const P: usize>(
    places: Sets<V, L>,
    by: [u32; P],
    demands: &Demands,
    forward: bool,
    sets: &[u64],
) -> Sets<V, L> {
    let (here, there) = if forward { (demands.through, demands.leave) } else { (demands.leave, demands.through) };
    let start = Sets::load(sets, Some(0), Sets::same(&[]));
    let here = Sets::load(sets, here, places);
    // One register is waited for from direction to direction; of several there is always one that is ready.
    if L > 1 && there.is_none() {
        // Straight on from what is demanded to the walk, all stays in registers: what is demanded most often has a way alone.
        if let [Demand { to: None, from: None, common: Some((set, [false, true, true])) }] = *demands.clauses {
            let steps = touching(here, by, Sets::load(sets, Some(set), Sets::same(&[])));
            return spread(start, here, by, &steps);
        }
        return spread(start, here, by, &meeting(here, by, demands, forward, sets));
    }
    let steps = meeting(here, by, demands, forward, sets);
    let there = Sets::load(sets, there, places);
    let mut edge = start.and(there);
    loop {
        let (mut before, mut found) = (edge, edge);
        // Asking whether they have led further takes about as long as two steps.
        for _ in 0..3 {
            found = beside(edge, by, &steps);
            before = edge;
            edge = edge.or_both(found, there);
        }
        if !edge.differs(before) {
            return found;
        }
    }
}

/// The places here from which a step meets what is demanded of both its ends together.
#[inline(always)]
fn meeting<V: Lanes, const L: usize, const P: usize>(
    here: Sets<V, L>,
    by: [u32; P],
    demands: &Demands,
    forward: bool,
    sets: &[u64],
) -> Directed<V, L, P> {
    let nowhere: Sets<V, L> = Sets::same(&[]);
    let mut steps = [[here; P]; 2];
    for demand in &demands.clauses {
        let (near, far) = if forward { (demand.to, demand.from) } else { (demand.from, demand.to) };
        let (near, far_set) = (Sets::load(sets, near, nowhere), Sets::load(sets, far, nowhere));
        let (set, numbers) = demand.common.map_or((None, [false; SHARED + 1]), |(set, numbers)| (Some(set), numbers));
        let around = around(Sets::load(sets, set, nowhere), by);
        for way in 0..2 {
            for pair in 0..P {
                let mut holds = near;
                if far.is_some() {
                    holds = holds.or(far_set.step(by[pair], way == 1));
                }
                if set.is_some() {
                    let (a, b) = shared(&around, way, pair);
                    holds = holds.or(a.numbered(b, numbers));
                }
                steps[way][pair] = steps[way][pair].and(holds);
            }
        }
    }
    steps
}

/// The places here from which a step keeps in touch with a set: its ends share a neighbour there.
#[inline(always)]
fn touching<V: Lanes, const L: usize, const P: usize>(
    here: Sets<V, L>,
    by: [u32; P],
    set: Sets<V, L>,
) -> Directed<V, L, P> {
    let around = around(set, by);
    let mut steps = around;
    for way in 0..2 {
        for pair in 0..P {
            let (a, b) = shared(&around, way, pair);
            steps[way][pair] = here.and(a.or(b));
        }
    }
    steps
}

/// The places whose neighbour in each direction is in the set.
#[inline(always)]
fn around<V: Lanes, const L: usize, const P: usize>(set: Sets<V, L>, by: [u32; P]) -> Directed<V, L, P> {
    let mut around = [[set; P]; 2];
    for way in 0..2 {
        for pair in 0..P {
            around[way][pair] = set.step(by[pair], way == 1);
        }
    }
    around
}

/// Of what is around, what lies in the two directions in which both ends of a step have neighbours; with two directions only
/// they share none.
#[inline(always)]
fn shared<V: Lanes, const L: usize, const P: usize>(
    around: &Directed<V, L, P>,
    way: usize,
    pair: usize,
) -> (Sets<V, L>, Sets<V, L>) {
    if P != 3 {
        return (Sets::same(&[]), Sets::same(&[]));
    }
    let a = if pair > 0 { around[way][pair - 1] } else { around[1 - way][P - 1] };
    let b = if pair + 1 < P { around[way][pair + 1] } else { around[1 - way][0] };
    (a, b)
}

/// The places from which walks lead to these, one direction after the other. `here` holds all from which there are steps.
#[inline(always)]
fn spread<V: Lanes, const L: usize, const P: usize>(
    start: Sets<V, L>,
    here: Sets<V, L>,
    by: [u32; P],
    steps: &Directed<V, L, P>,
) -> Sets<V, L> {
    let mut reached = start;
    loop {
        let before = reached;
        for pair in 0..P {
            let (up, down) = (reached.step(by[pair], true), reached.step(by[pair], false));
            reached = reached.or_both(up, steps[1][pair]).or_both(down, steps[0][pair]);
        }
        if !reached.differs(before) {
            break;
        }
    }
    // Only where a walk may come back to where it begins has it to be found out whether it does.
    if start.and(here).differs(Sets::same(&[])) {
        return beside(reached, by, steps);
    }
    reached.xor(start)
}

/// The places from which one step leads to these.
#[inline(always)]
fn beside<V: Lanes, const L: usize, const P: usize>(
    to: Sets<V, L>,
    by: [u32; P],
    steps: &Directed<V, L, P>,
) -> Sets<V, L> {
    let mut found = Sets::same(&[]);
    for way in 0..2 {
        for pair in 0..P {
            found = found.or_both(to.step(by[pair], way == 1), steps[way][pair]);
        }
    }
    found
}
