//! Walks over sets that are laid out.

use super::lanes::{Lanes, Shift, Single};
use super::layout::{Run, runs};
use super::{Demands, MOST_SETS, SHARED};
use crate::program::bits::Set;
use crate::program::space::Relation;

/// Most pairs of opposite directions.
const PAIRS: usize = 3;

/// The sets of walks in memory.
pub(super) struct Memory<'s> {
    pub sets: &'s mut [u64],
    pub words: usize,
}

/// Two opposite directions: how far they lead, and for the way up and the way down those in which the neighbours lie that
/// both ends of a step share, as way and pair.
#[derive(Debug, Clone, Copy, Default)]
struct Step {
    by: u32,
    shared: [[Option<(usize, usize)>; SHARED]; 2],
}

/// A relation over places of `L` words.
#[derive(Debug)]
pub(super) struct Places<const L: usize> {
    /// The places that are sites.
    sites: Set<L>,
    /// For each word of places where they come from, in words of sites.
    from: Vec<Vec<Run>>,
    /// For each word of sites where they come from, in words of places.
    back: Vec<Vec<Run>>,
    steps: Vec<Step>,
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
    fn differs(self, other: Self) -> bool {
        let mut any = self.0[0].xor(other.0[0]);
        for l in 1..L {
            any = any.or(self.0[l].xor(other.0[l]));
        }
        !any.is_zero()
    }

    /// All places moved up or down.
    #[inline(always)]
    fn step(self, shift: &Shift<V>, up: bool) -> Self {
        let nothing = V::splat(0);
        let mut out = self;
        for l in 0..L {
            out.0[l] = if up {
                self.0[l].up(if l > 0 { self.0[l - 1] } else { nothing }, shift)
            } else {
                self.0[l].down(if l + 1 < L { self.0[l + 1] } else { nothing }, shift)
            };
        }
        out
    }

    /// The places to which a step up or down (0 or 1) leads from these, or backward those from which it does, if it begins
    /// where that is allowed.
    #[inline(always)]
    fn take(self, shift: &Shift<V>, way: usize, allowed: Self, forward: bool) -> Self {
        if forward { self.and(allowed).step(shift, way == 0) } else { self.step(shift, way == 1).and(allowed) }
    }

    /// The places where the number of these two sets that have it is one of the numbers.
    #[inline(always)]
    fn shared(self, other: Self, numbers: [bool; SHARED + 1]) -> Self {
        if numbers == [false, true, true] {
            return self.or(other);
        }
        let [none, one, two] = numbers;
        let mask = |number: bool| V::splat(u64::from(number).wrapping_neg());
        let (all, none, one, two) = (mask(true), mask(none), mask(one), mask(two));
        self.with(other, |a, b| {
            let (some, both) = (a.or(b), a.and(b));
            let (nowhere, once) = (some.xor(all), some.xor(both));
            nowhere.and(none).or(once.and(one)).or(both.and(two))
        })
    }
}

impl<const L: usize> Places<L> {
    /// `None` where some shift leads from a site to one that it is not related to, or does not lead to one that it is.
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
            if leads.len() > 2 * PAIRS {
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
        if ups.len() < 2 {
            return None;
        }
        let ways = |by: i64| {
            let all = [1, -1]
                .into_iter()
                .zip(0..)
                .flat_map(|(sign, way)| ups.iter().zip(0..).map(move |(up, pair)| (sign * up, (way, pair))));
            let mut shared = all.filter(|(via, _)| leads.contains(&(via - by))).map(|(_, place)| place);
            let found = [(); SHARED].map(|()| shared.next());
            shared.next().is_none().then_some(found)
        };
        let steps = ups.iter().map(|&by| Some(Step { by: by as u32, shared: [ways(by)?, ways(-by)?] }));
        let steps = steps.collect::<Option<_>>()?;
        let pairs = || places.iter().copied().enumerate();
        Some(Places { sites, from: runs(pairs()), back: runs(pairs().map(|(site, place)| (place, site))), steps })
    }

    #[inline(always)]
    pub fn walks<V: Lanes>(&self, demands: &Demands, forward: bool, memory: Memory) {
        let mut sets = [Sets::<V, L>::same(Set::EMPTY); MOST_SETS];
        self.lay_out(&memory, demands.sets, &mut sets);
        let found = self.follow(demands, forward, &sets);
        self.put_back(found, memory);
    }

    #[inline(always)]
    pub fn walk<V: Lanes>(&self, demands: &Demands, forward: bool, memory: Memory) {
        let mut in_lanes = [Sets::<V, L>::same(Set::EMPTY); MOST_SETS];
        let registers = demands.sets.div_ceil(V::COUNT);
        self.lay_out(&memory, registers, &mut in_lanes);
        let mut sets = [Sets::<Single, L>::same(Set::EMPTY); MOST_SETS];
        for (index, set) in sets.iter_mut().enumerate().take(demands.sets) {
            for l in 0..L {
                set.0[l] = Single(in_lanes[index / V::COUNT].0[l].lane(index % V::COUNT));
            }
        }
        let found = self.follow(demands, forward, &sets);
        let mut lanes = Sets::<V, L>::same(Set::EMPTY);
        for l in 0..L {
            lanes.0[l] = V::splat(found.0[l].0);
        }
        self.put_back(lanes, memory);
    }

    /// Follows walks by sets that are laid out.
    #[inline(always)]
    fn follow<V: Lanes>(&self, demands: &Demands, forward: bool, sets: &[Sets<V, L>; MOST_SETS]) -> Sets<V, L> {
        match *self.steps.as_slice() {
            [a, b] => self.follow_by::<V, 2>([a, b], demands, forward, sets),
            [a, b, c] => self.follow_by::<V, PAIRS>([a, b, c], demands, forward, sets),
            _ => Sets::same(Set::EMPTY),
        }
    }

    #[expect(clippy::needless_range_loop, reason = "loops over numbers are unrolled wherever this is compiled into")]
    #[inline(always)]
    fn follow_by<V: Lanes, const P: usize>(
        &self,
        steps: [Step; P],
        demands: &Demands,
        forward: bool,
        sets: &[Sets<V, L>; MOST_SETS],
    ) -> Sets<V, L> {
        let mut shifts = [Shift { by: 0, low: V::splat(0), high: V::splat(0) }; P];
        for pair in 0..P {
            let by = steps[pair].by;
            shifts[pair] = Shift { by, low: V::splat((1 << by) - 1), high: V::splat(!(u64::MAX >> by)) };
        }
        let all: Sets<V, L> = Sets::same(self.sites);
        let nowhere: Sets<V, L> = Sets::same(Set::EMPTY);
        // In each direction the places from which a step meets what is demanded of both its ends together.
        let mut allowed = [[set_or(sets, demands.leave, all); P]; 2];
        for demand in &demands.clauses {
            let (from, to) = (set_or(sets, demand.from, nowhere), set_or(sets, demand.to, nowhere));
            let mut beside = [[nowhere; P]; 2];
            let mut numbers = [false; SHARED + 1];
            if let Some((set, meant)) = demand.common {
                let set = set_or(sets, Some(set), nowhere);
                numbers = meant;
                for pair in 0..P {
                    beside[0][pair] = set.step(&shifts[pair], false);
                    beside[1][pair] = set.step(&shifts[pair], true);
                }
            }
            for way in 0..2 {
                for pair in 0..P {
                    let mut holds = from;
                    if demand.to.is_some() {
                        holds = holds.or(to.step(&shifts[pair], way == 1));
                    }
                    if demand.common.is_some() {
                        let [a, b] = steps[pair].shared[way];
                        let beside_of = |place: Option<(usize, usize)>| match place {
                            Some((way, pair)) if way < 2 && pair < P => beside[way][pair],
                            _ => nowhere,
                        };
                        holds = holds.or(beside_of(a).shared(beside_of(b), numbers));
                    }
                    allowed[way][pair] = allowed[way][pair].and(holds);
                }
            }
        }
        let through = set_or(sets, demands.through, all);
        let start = set_or(sets, Some(0), nowhere);
        let mut edge = if forward { start } else { start.and(through) };
        loop {
            let before = edge;
            for way in 0..2 {
                for pair in 0..P {
                    edge = edge.or(edge.take(&shifts[pair], way, allowed[way][pair], forward).and(through));
                }
            }
            if !edge.differs(before) {
                break;
            }
        }
        if forward && !start.and(through).differs(nowhere) {
            // No walk comes back to where it began.
            return edge.and(through);
        }
        let mut found = nowhere;
        for way in 0..2 {
            for pair in 0..P {
                found = found.or(edge.take(&shifts[pair], way, allowed[way][pair], forward));
            }
        }
        if forward { found.and(through) } else { found }
    }

    /// Moves the sites of so many sets to their places.
    #[inline(always)]
    fn lay_out<V: Lanes>(&self, memory: &Memory, count: usize, sets: &mut [Sets<V, L>; MOST_SETS]) {
        let of_set = memory.words * V::COUNT;
        for (l, runs) in self.from.iter().enumerate().take(L) {
            for run in runs {
                let (by, mask) = (V::splat(u64::from(run.by)), V::splat(run.mask));
                let mut words = memory.sets.get(run.word * V::COUNT..).unwrap_or_default();
                for set in sets.iter_mut().take(count) {
                    set.0[l] = set.0[l].or(V::load(words).turned(by).and(mask));
                    words = words.get(of_set..).unwrap_or_default();
                }
            }
        }
    }

    /// Moves the sites of sets back, to the first set of each walk.
    #[inline(always)]
    fn put_back<V: Lanes>(&self, found: Sets<V, L>, memory: Memory) {
        for word in 0..memory.words {
            let mut to = V::splat(0);
            for run in self.back.get(word).map_or(&[][..], Vec::as_slice) {
                let from = if run.word < L { found.0[run.word] } else { V::splat(0) };
                to = to.or(from.turned(V::splat(u64::from(run.by))).and(V::splat(run.mask)));
            }
            to.store(memory.sets.get_mut(word * V::COUNT..).unwrap_or_default());
        }
    }
}

/// The sets of this number if there is one, otherwise what else they are.
#[inline(always)]
fn set_or<V: Lanes, const L: usize>(
    sets: &[Sets<V, L>; MOST_SETS],
    index: Option<usize>,
    otherwise: Sets<V, L>,
) -> Sets<V, L> {
    match index {
        Some(index) if index < MOST_SETS => sets[index],
        _ => otherwise,
    }
}
