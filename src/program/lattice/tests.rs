//! Walks against single steps.

use super::*;
use crate::playouts::Chooser;
use crate::program::bits::Set;

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
    fn turned(self, by: u64) -> Self {
        Three(self.0.map(|word| word.turned(by)))
    }
    fn up(self, below: Option<Self>, by: u32) -> Self {
        Three([0, 1, 2].map(|n| self.0[n].up(below.map(|below| below.0[n]), by)))
    }
    fn down(self, above: Option<Self>, by: u32) -> Self {
        Three([0, 1, 2].map(|n| self.0[n].down(above.map(|above| above.0[n]), by)))
    }
}

/// The words of one set.
#[derive(Clone, Copy)]
struct Whole([u64; MOST_WORDS]);

impl Lanes for Whole {
    const COUNT: usize = MOST_WORDS;

    fn load(words: &[u64]) -> Self {
        Whole([0, 1, 2, 3].map(|n| words[n]))
    }
    fn store(self, words: &mut [u64]) {
        words[..MOST_WORDS].copy_from_slice(&self.0);
    }
    fn splat(word: u64) -> Self {
        Whole([word; MOST_WORDS])
    }
    fn is_zero(self) -> bool {
        self.0 == [0; MOST_WORDS]
    }
    fn and(self, other: Self) -> Self {
        Whole([0, 1, 2, 3].map(|n| self.0[n] & other.0[n]))
    }
    fn or(self, other: Self) -> Self {
        Whole([0, 1, 2, 3].map(|n| self.0[n] | other.0[n]))
    }
    fn xor(self, other: Self) -> Self {
        Whole([0, 1, 2, 3].map(|n| self.0[n] ^ other.0[n]))
    }
    fn turned(self, by: u64) -> Self {
        Whole(self.0.map(|word| word.rotate_left(by as u32)))
    }
    fn up(self, _: Option<Self>, by: u32) -> Self {
        let [a, b, c, d] = self.0;
        Whole([a << by, b << by | a >> (64 - by), c << by | b >> (64 - by), d << by | c >> (64 - by)])
    }
    fn down(self, _: Option<Self>, by: u32) -> Self {
        let [a, b, c, d] = self.0;
        Whole([a >> by | b << (64 - by), b >> by | c << (64 - by), c >> by | d << (64 - by), d >> by])
    }
}

/// A walk one step at a time; no more than four words.
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
    let boards = [hexagon(3, 3), hexagon(5, 7), hexagon(6, 6), square(5, false), square(9, false), square(13, false)];
    for relation in boards {
        let n = relation.near.len();
        let lattice = Lattice::new(&relation, n).expect("a lattice");
        for round in 0..300 {
            let mut flag = || numbers.choose(2) == 1;
            let one = Demand {
                to: flag().then_some(3),
                from: flag().then_some(4),
                common: Some((5, [flag(), flag(), flag()])),
            };
            let other = Demand { to: None, from: None, common: Some((6, [false, true, true])) };
            let clauses = match round % 4 {
                0 => vec![],
                1 => vec![one],
                2 => vec![other],
                _ => vec![one, other],
            };
            let demands = Demands { sets: 7, through: flag().then_some(1), leave: flag().then_some(2), clauses };
            let comes_back = flag();
            let mut walk = || {
                let mut sets = [4, 80, 90, 30, 30, 40, 40].map(|per| {
                    // Sites beyond the board, such as those of hands, play no part.
                    let sites = (0..n + 9).filter(|_| numbers.choose(100) < per);
                    sites.fold(Set::<4>::EMPTY, |all, site| all | Set::one(site))
                });
                if !comes_back {
                    sets[1] = sets[1] - sets[0];
                }
                sets
            };
            let walks: Vec<[Set<4>; 7]> = (0..6).map(|_| walk()).collect();
            for forward in [true, false] {
                let wanted: Vec<Set<4>> = walks.iter().map(|sets| walked(&relation, &demands, forward, sets)).collect();
                let found = followed::<Single>(&lattice, &demands, forward, &walks);
                assert_eq!(found, wanted, "{n} sites, {demands:?}, forward {forward}");
                let found = followed::<Three>(&lattice, &demands, forward, &walks);
                assert_eq!(found, wanted, "{n} sites, {demands:?}, forward {forward}, three at a time");
                let alone = |walk: &[Set<4>; 7]| {
                    let padded = |set| {
                        let mut words = laid_out(&lattice, set);
                        words.resize(MOST_WORDS, 0);
                        words
                    };
                    let mut words: Vec<u64> = walk.iter().flat_map(padded).collect();
                    lattice.walk::<Whole>(&demands, forward, &mut words, 4);
                    Set::from_words(&words)
                };
                let found: Vec<Set<4>> = walks.iter().map(alone).collect();
                assert_eq!(found, wanted, "{n} sites, {demands:?}, forward {forward}, whole");
            }
        }
    }
}

fn laid_out(lattice: &Lattice, set: &Set<4>) -> Vec<u64> {
    let from = |run: &Run| set.0[run.word].rotate_left(run.by as u32) & run.mask;
    lattice.runs.iter().map(|runs| runs.iter().fold(0, |word, run| word | from(run))).collect()
}

/// As many walks at the same time as there are lanes; their number is a multiple of these.
fn followed<V: Lanes>(lattice: &Lattice, demands: &Demands, forward: bool, walks: &[[Set<4>; 7]]) -> Vec<Set<4>> {
    let together = |walks: &[[Set<4>; 7]]| {
        let sets: Vec<Vec<u64>> =
            walks.iter().map(|walk| walk.iter().flat_map(|set| laid_out(lattice, set)).collect()).collect();
        let mut words: Vec<u64> = (0..sets[0].len()).flat_map(|word| sets.iter().map(move |sets| sets[word])).collect();
        lattice.walks::<V>(demands, forward, &mut words, 4);
        let found = |lane: usize| Set([0, 1, 2, 3].map(|word| words[V::COUNT * word + lane]));
        (0..V::COUNT).map(found).collect::<Vec<Set<4>>>()
    };
    walks.chunks(V::COUNT).flat_map(together).collect()
}

#[test]
fn sites_and_neighbours_have_places() {
    let relation = hexagon(5, 7);
    let lattice = Lattice::new(&relation, relation.near.len() + 1).expect("a lattice");
    let laid_out = |sites: &[u16]| {
        laid_out(&lattice, &sites.iter().fold(Set::EMPTY, |all, &site| all | Set::one(usize::from(site))))
    };
    for (site, near) in relation.near.iter().enumerate() {
        let row = site * lattice.words..(site + 1) * lattice.words;
        assert_eq!(lattice.ones[row.clone()], laid_out(&[site as u16]), "site {site}");
        assert_eq!(lattice.near[row], laid_out(near), "neighbours of {site}");
    }
    let beyond = relation.near.len() * lattice.words..;
    assert_eq!([&lattice.ones[beyond.clone()], &lattice.near[beyond]].concat(), vec![0; 2 * lattice.words]);
}

#[test]
fn not_everything_is_a_lattice() {
    assert!(Lattice::new(&square(9, true), 81).is_none(), "four neighbours are shared");
    let ring = |n: u16| (0..n).map(|site| vec![(site + 1) % n, (site + n - 1) % n]).collect();
    assert!(Lattice::new(&Relation { name: "Ring", near: ring(70) }, 70).is_none());
    let mut holed = square(9, false);
    holed.near[40].clear();
    assert!(Lattice::new(&holed, 81).is_none(), "a step that others have is missing");
    assert!(Lattice::new(&Relation { name: "None", near: Vec::new() }, 0).is_none());
}
