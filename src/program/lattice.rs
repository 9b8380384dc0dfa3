//! Boards on which a step is a shift.
//!
//! Sites are numbered row by row. Where rows differ in length, a step from one row to the next changes the number by
//! another amount in every row. With places between the rows that are no sites it is the same amount everywhere, so that
//! all sites of a set take a step in a direction by one shift of its bits, and a walk from step to step costs a few
//! instructions for each direction, however many sites it has come to.

use super::bits::Set;
use super::space::Relation;

/// Most pairs of opposite directions.
const PAIRS: usize = 3;

/// Most neighbours that both ends of a step share.
const SHARED: usize = 2;

/// Most sets of a walk.
pub const MOST_SETS: usize = 8;

/// How many wider distances between rows are tried than the least possible one.
const WIDER: usize = 3;

/// A relation as shifts.
#[derive(Debug)]
pub struct Lattice(Sized);

#[derive(Debug)]
enum Sized {
    One(Places<1>),
    Two(Places<2>),
    Three(Places<3>),
    Four(Places<4>),
}

/// What a walk demands of its steps, as numbers of sets in an array of them.
///
/// The first of these sets is that from which the walk is followed, and takes what is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demands {
    /// How many sets there are of each walk, at most [`MOST_SETS`].
    pub sets: usize,
    /// The sites that are stepped on.
    pub through: Option<usize>,
    /// The sites that are left.
    pub leave: Option<usize>,
    /// Of each of these something must hold.
    pub clauses: Vec<Demand>,
}

/// One of these must hold of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// It ends in this set.
    pub to: Option<usize>,
    /// It begins in this set.
    pub from: Option<usize>,
    /// The number of neighbours which both ends share in this set is one for which there is `true`.
    pub common: Option<(usize, [bool; SHARED + 1])>,
}

impl Lattice {
    /// The relation over a lattice, if it can be laid out like that.
    pub fn new(relation: &Relation) -> Option<Self> {
        layouts(&relation.near).find_map(|places| {
            Some(Lattice(match places.last()? >> 6 {
                0 => Sized::One(Places::new(relation, &places)?),
                1 => Sized::Two(Places::new(relation, &places)?),
                2 => Sized::Three(Places::new(relation, &places)?),
                3 => Sized::Four(Places::new(relation, &places)?),
                _ => return None,
            }))
        })
    }

    /// The sites to which walks of one step or more lead, or if they are followed backward those from which they do; as many
    /// walks as there are lanes are followed at the same time.
    ///
    /// Of each such number of walks the sets follow each other, of each set its words, of each word the lanes. They are of
    /// `words` words.
    #[inline(always)]
    pub fn walks<V: Lanes>(&self, demands: &Demands, forward: bool, sets: &mut [u64], words: usize) {
        for sets in sets.chunks_exact_mut(demands.sets * words * V::COUNT) {
            let sets = Memory { sets, words };
            match &self.0 {
                Sized::One(places) => places.walks::<V>(demands, forward, sets),
                Sized::Two(places) => places.walks::<V>(demands, forward, sets),
                Sized::Three(places) => places.walks::<V>(demands, forward, sets),
                Sized::Four(places) => places.walks::<V>(demands, forward, sets),
            }
        }
    }

    /// The same for one walk, whose sets are in the lanes: of as many sets as there are lanes the words follow each other.
    #[inline(always)]
    pub fn walk<V: Lanes>(&self, demands: &Demands, forward: bool, sets: &mut [u64], words: usize) {
        let sets = Memory { sets, words };
        match &self.0 {
            Sized::One(places) => places.walk::<V>(demands, forward, sets),
            Sized::Two(places) => places.walk::<V>(demands, forward, sets),
            Sized::Three(places) => places.walk::<V>(demands, forward, sets),
            Sized::Four(places) => places.walk::<V>(demands, forward, sets),
        }
    }
}

/// A word of each of several sets, and what a processor does with words.
pub trait Lanes: Copy {
    /// How many words.
    const COUNT: usize;

    /// The first words of a list; zeros if there are too few.
    fn load(words: &[u64]) -> Self;
    /// Puts the words at the beginning of a list, unless that is too short.
    fn store(self, words: &mut [u64]);
    /// The same word in each lane.
    fn splat(word: u64) -> Self;
    /// The word of a lane.
    fn lane(self, lane: usize) -> u64;
    /// Whether all bits are 0.
    fn is_zero(self) -> bool;
    /// The bits of both.
    fn and(self, other: Self) -> Self;
    /// The bits of either.
    fn or(self, other: Self) -> Self;
    /// The bits of one but not both.
    fn xor(self, other: Self) -> Self;
    /// The bits of each word turned around by 0 to 63, upward.
    fn turned(self, by: Self) -> Self;
    /// The bits of each word moved up, those that leave the word below coming in.
    fn up(self, below: Self, shift: &Shift<Self>) -> Self;
    /// The bits of each word moved down, those that leave the word above coming in.
    fn down(self, above: Self, shift: &Shift<Self>) -> Self;
}

/// How far bits are moved.
#[derive(Debug, Clone, Copy)]
pub struct Shift<V> {
    /// By 1 to 63.
    pub by: u32,
    /// The bits that come in from below when bits are moved up.
    pub low: V,
    /// The bits that come in from above when bits are moved down.
    pub high: V,
}

/// One word, on any processor.
#[derive(Debug, Clone, Copy)]
pub struct Single(u64);

impl Lanes for Single {
    const COUNT: usize = 1;

    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        Single(words.first().copied().unwrap_or(0))
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        if let Some(word) = words.first_mut() {
            *word = self.0;
        }
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Single(word)
    }

    #[inline(always)]
    fn lane(self, _: usize) -> u64 {
        self.0
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Single(self.0 & other.0)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Single(self.0 | other.0)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Single(self.0 ^ other.0)
    }

    #[inline(always)]
    fn turned(self, by: Self) -> Self {
        Single(self.0.rotate_left(by.0 as u32))
    }

    #[inline(always)]
    fn up(self, below: Self, shift: &Shift<Self>) -> Self {
        Single(self.0 << (shift.by & 63) | below.0 >> ((64 - shift.by) & 63))
    }

    #[inline(always)]
    fn down(self, above: Self, shift: &Shift<Self>) -> Self {
        Single(self.0 >> (shift.by & 63) | above.0 << ((64 - shift.by) & 63))
    }
}

/// The sets of walks in memory.
struct Memory<'s> {
    sets: &'s mut [u64],
    words: usize,
}

/// Sites that lie in one word as their places do: how far the word is to be turned around, and where they are then.
#[derive(Debug, Clone, Copy)]
struct Run {
    word: usize,
    by: u32,
    mask: u64,
}

/// Two opposite directions: how far they lead, and for the way up and the way down those in which the neighbours lie that
/// both ends of a step share, as way and pair.
#[derive(Debug, Clone, Copy, Default)]
struct Step {
    by: u32,
    shared: [[Option<(usize, usize)>; SHARED]; 2],
}

#[derive(Debug)]
struct Places<const L: usize> {
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
    fn new(relation: &Relation, places: &[usize]) -> Option<Self> {
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
    fn walks<V: Lanes>(&self, demands: &Demands, forward: bool, memory: Memory) {
        let mut sets = [Sets::<V, L>::same(Set::EMPTY); MOST_SETS];
        self.lay_out(&memory, demands.sets, &mut sets);
        let found = self.follow(demands, forward, &sets);
        self.put_back(found, memory);
    }

    #[inline(always)]
    fn walk<V: Lanes>(&self, demands: &Demands, forward: bool, memory: Memory) {
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

/// For each word of the second numbers the runs by which they come from the first.
fn runs(pairs: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<Run>> {
    let mut words: Vec<Vec<Run>> = Vec::new();
    for (from, to) in pairs {
        let (word, by) = (from >> 6, (to as u32).wrapping_sub(from as u32) & 63);
        let bit = 1 << (to & 63);
        words.resize_with(words.len().max((to >> 6) + 1), Vec::new);
        let Some(runs) = words.last_mut() else { continue };
        match runs.iter_mut().find(|run| (run.word, run.by) == (word, by)) {
            Some(run) => run.mask |= bit,
            None => runs.push(Run { word, by, mask: bit }),
        }
    }
    words
}

/// Places for all sites, in their order, such that the least step from a row to the next is the same in all rows.
fn layouts(near: &[Vec<u16>]) -> impl Iterator<Item = Vec<usize>> {
    let leads = |from: usize, to: usize| near.get(from).is_some_and(|near| near.contains(&(to as u16)));
    let begins = |site: &usize| site.checked_sub(1).is_none_or(|left| !(leads(left, *site) && leads(*site, left)));
    let starts: Vec<usize> = (0..near.len()).filter(begins).collect();
    let ends = starts.iter().skip(1).copied().chain([near.len()]);
    let rows: Vec<(usize, usize)> = starts.iter().copied().zip(ends).collect();
    let least = rows.iter().zip(rows.iter().skip(1)).map(|(&(start, end), &(next, last))| {
        let steps = (start..end).flat_map(|from| near.get(from).into_iter().flatten().map(move |&to| (from, to)));
        let steps = steps.map(|(from, to)| (from, usize::from(to))).filter(|&(_, to)| (next..last).contains(&to));
        steps.map(|(from, to)| to - from).min().unwrap_or(end - start)
    });
    let least: Vec<usize> = least.collect();
    let widest = least.iter().copied().max().unwrap_or(0);
    (widest..=widest + WIDER).map(move |wide| {
        let (mut places, mut gap) = (Vec::new(), 0);
        for (row, &(start, end)) in rows.iter().enumerate() {
            places.extend((start..end).map(|site| site + gap));
            gap += least.get(row).map_or(0, |least| wide - least);
        }
        places
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts::Chooser;

    /// A hexagon of cells whose first and last rows are of one length and whose other sides of another.
    fn hexagon(first: usize, side: usize) -> Relation {
        let longer = |row: usize| row.min(2 * (side - 1) - row);
        let widths: Vec<i32> = (0..2 * side - 1).map(|row| (first + longer(row)) as i32).collect();
        let mut at = Vec::new();
        for (row, &width) in widths.iter().enumerate() {
            // In half steps, rows centred above each other.
            at.extend((0..width).map(|column| (2 * column - width, row as i32)));
        }
        let near = |&(x, y): &(i32, i32)| {
            let beside = |&(a, b): &(i32, i32)| matches!(((x - a).abs(), (y - b).abs()), (2, 0) | (1, 1));
            (0..).zip(&at).filter(|(_, other)| beside(other)).map(|(site, _)| site).collect()
        };
        Relation { name: "Some", near: at.iter().map(near).collect() }
    }

    fn square(side: i32, diagonal: bool) -> Relation {
        let near = |site: i32| {
            let beside = |other: &i32| {
                let apart = ((site % side - other % side).abs(), (site / side - other / side).abs());
                matches!(apart, (1, 0) | (0, 1)) || diagonal && apart == (1, 1)
            };
            (0..side * side).filter(beside).map(|other| other as u16).collect()
        };
        Relation { name: "Some", near: (0..side * side).map(near).collect() }
    }

    /// Three lanes.
    #[derive(Clone, Copy)]
    struct Three([Single; 3]);

    impl Three {
        fn with(self, other: Self, join: fn(Single, Single) -> Single) -> Self {
            Three([0, 1, 2].map(|n| join(self.0[n], other.0[n])))
        }
    }

    impl Lanes for Three {
        const COUNT: usize = 3;

        fn load(words: &[u64]) -> Self {
            Three([0, 1, 2].map(|n| Single(words[n])))
        }
        fn store(self, words: &mut [u64]) {
            (0..3).for_each(|n| words[n] = self.0[n].0);
        }
        fn splat(word: u64) -> Self {
            Three([Single(word); 3])
        }
        fn lane(self, lane: usize) -> u64 {
            self.0[lane].0
        }
        fn is_zero(self) -> bool {
            self.0.iter().all(|word| word.is_zero())
        }
        fn and(self, other: Self) -> Self {
            self.with(other, Single::and)
        }
        fn or(self, other: Self) -> Self {
            self.with(other, Single::or)
        }
        fn xor(self, other: Self) -> Self {
            self.with(other, Single::xor)
        }
        fn turned(self, by: Self) -> Self {
            self.with(by, Single::turned)
        }
        fn up(self, below: Self, shift: &Shift<Self>) -> Self {
            let shift = Shift { by: shift.by, low: shift.low.0[0], high: shift.high.0[0] };
            Three([0, 1, 2].map(|n| self.0[n].up(below.0[n], &shift)))
        }
        fn down(self, above: Self, shift: &Shift<Self>) -> Self {
            let shift = Shift { by: shift.by, low: shift.low.0[0], high: shift.high.0[0] };
            Three([0, 1, 2].map(|n| self.0[n].down(above.0[n], &shift)))
        }
    }

    /// The same one step at a time; no more than four words.
    fn walked(relation: &Relation, demands: &Demands, forward: bool, sets: &[Set<4>]) -> Set<4> {
        let n = relation.near.len();
        let within = |set: Option<usize>, site: usize, none: bool| set.map_or(none, |set| sets[set].contains(site));
        let holds = |demand: &Demand, from: usize, to: usize| {
            let common = demand.common.is_some_and(|(set, numbers)| {
                let beside = |site: usize, other: &u16| relation.near[site].contains(other);
                let shared = (0..n as u16).filter(|other| beside(from, other) && beside(to, other));
                numbers[shared.filter(|&other| sets[set].contains(usize::from(other))).count()]
            });
            within(demand.to, to, false) || within(demand.from, from, false) || common
        };
        let steps = |from: usize, to: usize| {
            relation.near[from].contains(&(to as u16))
                && within(demands.through, to, true)
                && within(demands.leave, from, true)
                && demands.clauses.iter().all(|demand| holds(demand, from, to))
        };
        let (mut found, mut edge) = (Set::EMPTY, sets[0]);
        (n..n + 9).for_each(|site| edge.remove(site));
        while let Some(site) = edge.pop() {
            for other in 0..n {
                let leads = if forward { steps(site, other) } else { steps(other, site) };
                if leads && !found.contains(other) {
                    found.insert(other);
                    edge.insert(other);
                }
            }
        }
        found
    }

    #[test]
    fn walks_are_those_of_single_steps() {
        let mut numbers = Chooser::new(3);
        let boards =
            [hexagon(3, 3), hexagon(5, 7), hexagon(6, 6), square(5, false), square(9, false), square(13, false)];
        for relation in boards {
            let n = relation.near.len();
            let lattice = Lattice::new(&relation).expect("a lattice");
            for round in 0..300 {
                let mut flag = || numbers.choose(2) == 1;
                let one = Demand {
                    to: flag().then_some(3),
                    from: flag().then_some(4),
                    common: Some((5, [flag(), flag(), flag()])),
                };
                let other = Demand { to: None, from: None, common: Some((6, [false, true, true])) };
                let demands = Demands {
                    sets: 7,
                    through: flag().then_some(1),
                    leave: flag().then_some(2),
                    clauses: [one, other].into_iter().take(round % 3).collect(),
                };
                let mut walk = || {
                    [4, 80, 90, 30, 30, 40, 40].map(|per| {
                        // Sites beyond the board, such as those of hands, play no part.
                        let sites = (0..n + 9).filter(|_| numbers.choose(100) < per);
                        sites.fold(Set::<4>::EMPTY, |all, site| all | Set::one(site))
                    })
                };
                let walks: Vec<[Set<4>; 7]> = (0..6).map(|_| walk()).collect();
                for forward in [true, false] {
                    let wanted: Vec<Set<4>> =
                        walks.iter().map(|sets| walked(&relation, &demands, forward, sets)).collect();
                    let mut words: Vec<u64> = walks.iter().flatten().flat_map(|set| set.0).collect();
                    lattice.walks::<Single>(&demands, forward, &mut words, 4);
                    let found: Vec<Set<4>> = words.chunks(4 * 7).map(Set::from_words).collect();
                    assert_eq!(found, wanted, "{n} sites, {demands:?}, forward {forward}");
                    let alone = |sets: &[Set<4>; 7]| {
                        let of_lanes = |sets: &[Set<4>]| {
                            let lane = |word: usize, lane: usize| sets.get(lane).map_or(0, |set| set.0[word]);
                            (0..4).flat_map(|word| [0, 1, 2].map(|n| lane(word, n))).collect::<Vec<u64>>()
                        };
                        let mut words: Vec<u64> = sets.chunks(3).flat_map(of_lanes).collect();
                        lattice.walk::<Three>(&demands, forward, &mut words, 4);
                        Set([0, 1, 2, 3].map(|word| words[3 * word]))
                    };
                    let found: Vec<Set<4>> = walks.iter().map(alone).collect();
                    assert_eq!(found, wanted, "{n} sites, {demands:?}, forward {forward}, alone");
                    let together = |walks: &[[Set<4>; 7]]| {
                        let words = (0..7).flat_map(|set| (0..4).map(move |word| (set, word)));
                        let words = words.flat_map(|(set, word)| [0, 1, 2].map(|lane| walks[lane][set].0[word]));
                        words.collect::<Vec<u64>>()
                    };
                    let mut words: Vec<u64> = walks.chunks(3).flat_map(together).collect();
                    lattice.walks::<Three>(&demands, forward, &mut words, 4);
                    let of_lane = |words: &[u64], lane: usize| Set([0, 1, 2, 3].map(|word| words[3 * word + lane]));
                    let found: Vec<Set<4>> =
                        words.chunks(3 * 4 * 7).flat_map(|words| [0, 1, 2].map(|lane| of_lane(words, lane))).collect();
                    assert_eq!(found, wanted, "{n} sites, {demands:?}, forward {forward}, three at a time");
                }
            }
        }
    }

    #[test]
    fn not_everything_is_a_lattice() {
        assert!(Lattice::new(&square(9, true)).is_none(), "four neighbours are shared");
        let ring = |n: u16| (0..n).map(|site| vec![(site + 1) % n, (site + n - 1) % n]).collect();
        assert!(Lattice::new(&Relation { name: "Ring", near: ring(70) }).is_none());
        let mut holed = square(9, false);
        holed.near[40].clear();
        assert!(Lattice::new(&holed).is_none(), "a step that others have is missing");
        assert!(Lattice::new(&Relation { name: "None", near: Vec::new() }).is_none());
    }
}
