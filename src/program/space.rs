//! How the sites of a board lie to each other, in the form whole-set steps need.

use super::bits::Set;
use super::ir::Cmp;

/// A relation between sites, such as being a neighbour along the lines, as lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// What the description calls it.
    pub name: &'static str,
    /// For each site the others it is related to, ascending, each once.
    pub near: Vec<Vec<u16>>,
}

impl Relation {
    /// Whether the relation holds in both directions or in none, for any two sites.
    pub fn is_symmetric(&self) -> bool {
        let leads = |from: u16, to: u16| self.near.get(usize::from(from)).is_some_and(|near| near.contains(&to));
        (0..).zip(&self.near).all(|(from, list)| list.iter().all(|&to| leads(to, from)))
    }

    /// Whether the relation holds of no site with itself.
    pub fn is_irreflexive(&self) -> bool {
        (0..).zip(&self.near).all(|(from, list)| !list.contains(&from))
    }
}

/// A part of a relation: all pairs whose numbers differ by the same amount.
#[derive(Debug, Clone, Copy)]
struct Shift<const W: usize> {
    by: usize,
    up: bool,
    /// The sites that such a step ends on.
    ends: Set<W>,
}

/// A [`Relation`] over sets of `W` words.
#[derive(Debug, Clone)]
pub struct Steps<const W: usize> {
    near: Vec<Set<W>>,
    /// For each site the sites that are related to it.
    back: Vec<Set<W>>,
    shifts: Vec<Shift<W>>,
    /// Whether going through all sites one by one costs less than all shifts.
    scattered: bool,
    /// For each stretch of so many sites and each set of them, the sites related to them; empty where shifts cost less.
    chunks: Vec<Set<W>>,

    /// Whether the relation is the same in both directions.
    pub symmetric: bool,
    most: u32,
}

/// How many sets of weights 1, 2, 4, … hold a count of neighbours.
pub const PLANES: usize = 5;

/// A number for every site: bit `k` of the number of a site is whether the site is in plane `k`.
#[derive(Debug, Clone, Copy)]
pub struct Planes<const W: usize>(pub [Set<W>; PLANES]);

impl<const W: usize> Planes<W> {
    /// Zero everywhere.
    pub const ZERO: Planes<W> = Planes([Set::EMPTY; PLANES]);

    /// The number of a site.
    #[inline]
    pub fn at(&self, site: usize) -> usize {
        let (word, bit) = (site >> 6, site & 63);
        let bit_of = |set: &Set<W>| set.0.get(word).map_or(0, |word| (word >> bit & 1) as usize);
        self.0.iter().enumerate().fold(0, |number, (k, set)| number | bit_of(set) << k)
    }

    /// Adds `1 << plane` on the sites of a set.
    #[inline]
    pub fn add(&mut self, set: Set<W>, plane: usize) {
        let mut carry = set;
        for bits in &mut self.0[plane..] {
            let over = *bits & carry;
            *bits = *bits ^ carry;
            carry = over;
            if carry.is_empty() {
                break;
            }
        }
    }

    /// Subtracts 1 on the sites of a set; the numbers there must not be 0.
    #[inline]
    pub fn subtract(&mut self, set: Set<W>) {
        let mut borrow = set;
        for bits in &mut self.0 {
            let over = borrow - *bits;
            *bits = *bits ^ borrow;
            borrow = over;
            if borrow.is_empty() {
                break;
            }
        }
    }

    /// Adds other numbers, each taken `times`.
    pub fn add_all(&mut self, other: &Planes<W>, times: u32) {
        for shift in (0..PLANES).filter(|shift| times >> shift & 1 == 1) {
            for k in 0..PLANES - shift {
                self.add(other.0[k], k + shift);
            }
        }
    }

    /// Adds the same number everywhere.
    pub fn add_number(&mut self, number: u32) {
        let all = Set([u64::MAX; W]);
        for k in (0..PLANES).filter(|k| number >> k & 1 == 1) {
            self.add(all, k);
        }
    }

    /// The sites whose number is 2 or more.
    #[inline]
    pub fn at_least_two(&self) -> Set<W> {
        self.0[1..].iter().fold(Set::EMPTY, |all, bits| all | *bits)
    }

    /// The sites whose number here is at least that in `other`.
    #[inline]
    pub fn at_least(&self, other: &Planes<W>) -> Set<W> {
        let mut decided = Set::EMPTY;
        let mut greater = Set::EMPTY;
        for k in (0..PLANES).rev() {
            let differ = self.0[k] ^ other.0[k];
            greater = greater | ((differ & self.0[k]) - decided);
            decided = decided | differ;
        }
        greater | (Set([u64::MAX; W]) - decided)
    }

    /// The sites whose number compares like this with the same number for all.
    pub fn compare_with(&self, cmp: Cmp, number: i32) -> Set<W> {
        let all = Set([u64::MAX; W]);
        let Ok(number) = u32::try_from(number) else {
            return if cmp.holds(0, -1) { all } else { Set::EMPTY };
        };
        if number >> PLANES != 0 {
            return if cmp.holds(0, 1) { all } else { Set::EMPTY };
        }
        let (mut equal, mut greater) = (all, Set::EMPTY);
        for (k, bits) in self.0.iter().enumerate().rev() {
            if number >> k & 1 == 1 {
                equal = equal & *bits;
            } else {
                greater = greater | (equal & *bits);
                equal = equal - *bits;
            }
        }
        match cmp {
            Cmp::Eq => equal,
            Cmp::Ne => all - equal,
            Cmp::Gt => greater,
            Cmp::Ge => greater | equal,
            Cmp::Lt => all - (greater | equal),
            Cmp::Le => all - greater,
        }
    }

    /// The sites whose number here is that in `other`.
    #[inline]
    pub fn equal(&self, other: &Planes<W>) -> Set<W> {
        let differ = self.0.iter().zip(&other.0).fold(Set::EMPTY, |all, (a, b)| all | (*a ^ *b));
        Set([u64::MAX; W]) - differ
    }
}

impl<const W: usize> Steps<W> {
    /// The relation over sets of this width.
    pub fn new(relation: &Relation) -> Self {
        let n = relation.near.len();
        let mut near = vec![Set::EMPTY; n];
        let mut back = vec![Set::EMPTY; n];
        let mut shifts: Vec<Shift<W>> = Vec::new();
        for (from, list) in relation.near.iter().enumerate() {
            for &to in list {
                let to = usize::from(to);
                near[from].insert(to);
                if let Some(set) = back.get_mut(to) {
                    set.insert(from);
                }
                let (by, up) = (to.abs_diff(from), to > from);
                match shifts.iter_mut().find(|shift| shift.by == by && shift.up == up) {
                    Some(shift) => shift.ends.insert(to),
                    None => shifts.push(Shift { by, up, ends: Set::one(to) }),
                }
            }
        }
        let symmetric = relation.is_symmetric();
        let most = near.iter().chain(&back).map(Set::len).max().unwrap_or(0);
        let scattered = shifts.len() * 4 > n * 3;
        // A shift is a few operations on each word; a chunk is one look-up, in a table that should stay close at hand.
        let chunk = if W == 1 { 8 } else { 4 };
        let chunks = if n.div_ceil(chunk as usize) < 3 * shifts.len() { chunked(&near, chunk) } else { Vec::new() };
        Steps { near, back, shifts, scattered, chunks, symmetric, most }
    }

    /// The sites related to a site; none for a site off the board.
    #[inline]
    pub fn near(&self, site: usize) -> Set<W> {
        match self.near.get(site) {
            Some(&near) => near,
            None => Set::EMPTY,
        }
    }

    /// The sites that a site is related to.
    #[inline]
    pub fn back(&self, site: usize) -> Set<W> {
        match self.back.get(site) {
            Some(&back) => back,
            None => Set::EMPTY,
        }
    }

    /// Number of sites.
    pub fn sites(&self) -> usize {
        self.near.len()
    }

    /// All sites one step away from some site of the set.
    #[inline(always)]
    pub fn spread(&self, set: Set<W>) -> Set<W> {
        if set.is_single() {
            return set.first().map_or(Set::EMPTY, |site| self.near(site));
        }
        let mut all = Set::EMPTY;
        if !self.chunks.is_empty() {
            // One word is looked up by bytes, more by halves of bytes: their tables are smaller.
            if W == 1 {
                for (table, byte) in self.chunks.chunks_exact(256).zip(set.0[0].to_le_bytes()) {
                    all = all | table[usize::from(byte)];
                }
            } else {
                let halves = set.0.iter().flat_map(|word| word.to_le_bytes());
                for (tables, byte) in self.chunks.chunks(32).zip(halves) {
                    all = all | tables[usize::from(byte & 15)];
                    if let Some(&near) = tables.get(16 + usize::from(byte >> 4)) {
                        all = all | near;
                    }
                }
            }
            return all;
        }
        if self.scattered {
            return set.fold(Set::EMPTY, |all, site| all | self.near(site));
        }
        for shift in &self.shifts {
            let moved = if shift.up { set.up(shift.by) } else { set.down(shift.by) };
            all = all | (moved & shift.ends);
        }
        all
    }

    /// All sites that are one step before some site of the set.
    #[inline]
    pub fn spread_back(&self, set: Set<W>) -> Set<W> {
        if self.symmetric {
            return self.spread(set);
        }
        set.fold(Set::EMPTY, |all, site| all | self.back(site))
    }

    /// For every site how many of the sites it is related to are in the set; exact while no site has more than
    /// `2^PLANES - 1` of them.
    pub fn count(&self, set: Set<W>) -> Planes<W> {
        let mut planes = Planes::ZERO;
        if set.len() < 3 {
            for site in set {
                planes.add(self.back(site), 0);
            }
            return planes;
        }
        if self.symmetric && !self.scattered {
            for shift in &self.shifts {
                let moved = if shift.up { set.up(shift.by) } else { set.down(shift.by) };
                planes.add(moved & shift.ends, 0);
            }
            return planes;
        }
        for (site, near) in self.near.iter().enumerate() {
            let count = (*near & set).len();
            for k in 0..PLANES {
                if count >> k & 1 == 1 {
                    planes.0[k].insert(site);
                }
            }
        }
        planes
    }

    /// Makes the counts of one set those of another.
    #[inline]
    pub fn recount(&self, planes: &mut Planes<W>, from: Set<W>, to: Set<W>) {
        let differ = from ^ to;
        if differ.len() > 3 {
            *planes = self.count(to);
            return;
        }
        for site in differ {
            if to.contains(site) {
                planes.add(self.back(site), 0);
            } else {
                planes.subtract(self.back(site));
            }
        }
    }

    /// The sites for which the number of sites that they are related to among `shared`, the neighbours of another site in a
    /// set, compares like this; exact while no site is related to more than `2^PLANES - 1` others.
    pub fn sharing(&self, shared: Set<W>, cmp: Cmp, number: i32) -> Set<W> {
        if matches!((cmp, number), (Cmp::Ne | Cmp::Gt, 0) | (Cmp::Ge, 1)) {
            return shared.fold(Set::EMPTY, |all, via| all | self.back(via));
        }
        let mut counts = Planes::ZERO;
        for via in shared {
            counts.add(self.back(via), 0);
        }
        counts.compare_with(cmp, number)
    }

    /// The most sites that one is related to.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// The sites of `through` that can be reached from `seeds` by steps within `through`, the seeds themselves
    /// included, whether they are in it or not.
    #[inline]
    pub fn flood(&self, seeds: Set<W>, through: Set<W>) -> Set<W> {
        let mut seen = seeds;
        let mut edge = seeds;
        while !edge.is_empty() {
            edge = (self.spread(edge) & through) - seen;
            seen = seen | edge;
        }
        seen
    }
}

/// The sites related to each set of `chunk` neighbouring sites.
fn chunked<const W: usize>(near: &[Set<W>], chunk: u32) -> Vec<Set<W>> {
    let patterns = 1usize << chunk;
    let mut all = Vec::new();
    for sites in near.chunks(chunk as usize) {
        for pattern in 0..patterns {
            let chosen = sites.iter().enumerate().filter(|(bit, _)| pattern >> bit & 1 == 1);
            all.push(chosen.fold(Set::EMPTY, |all, (_, near)| all | *near));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(n: u16, reach: u16) -> Relation {
        let near = |site: u16| {
            let mut near: Vec<u16> = (1..=reach).flat_map(|d| [(site + d) % n, (site + n - d) % n]).collect();
            near.sort_unstable();
            near.dedup();
            near
        };
        Relation { name: "Ring", near: (0..n).map(near).collect() }
    }

    fn check<const W: usize>(relation: &Relation, steps: &Steps<W>) {
        let n = relation.near.len();
        for every in [1, 2, 3, 7] {
            let set = (0..n).step_by(every).fold(Set::<W>::EMPTY, |set, site| set | Set::one(site));
            let counts: Vec<usize> = (0..n)
                .map(|site| relation.near[site].iter().filter(|&&to| set.contains(usize::from(to))).count())
                .collect();
            let planes = steps.count(set);
            for (site, &count) in counts.iter().enumerate() {
                let found: usize = (0..PLANES).map(|k| usize::from(planes.0[k].contains(site)) << k).sum();
                assert_eq!(found, count.min(31), "the count of site {site} of {n}");
            }
            let mut again = planes;
            let fewer = set - Set::one(0) - Set::one(every);
            steps.recount(&mut again, set, fewer);
            assert_eq!(again.0, steps.count(fewer).0, "two sites less");
            steps.recount(&mut again, fewer, set);
            assert_eq!(again.0, planes.0, "two sites more");
            let at_least = |k| counts.iter().enumerate().filter(move |(_, count)| **count >= k).map(|(site, _)| site);
            assert!(steps.spread(set).eq(at_least(1)), "the spread over {n} sites");
            assert!(planes.at_least_two().eq(at_least(2)), "several over {n} sites");
        }
    }

    #[test]
    fn shared_sites_are_counted() {
        for reach in [2, 5, 15] {
            let relation = ring(61, reach);
            let steps = Steps::<1>::new(&relation);
            let set = (0..61).step_by(2).fold(Set::EMPTY, |set, site| set | Set::one(site));
            for number in -1..4 {
                for cmp in [Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge] {
                    let found = steps.sharing(steps.near(7) & set, cmp, number);
                    for site in 0..61 {
                        let count = (steps.near(7) & steps.near(site) & set).len() as i32;
                        assert_eq!(found.contains(site), cmp.holds(count, number), "{count} {} {number}", cmp.sign());
                    }
                }
            }
        }
    }

    #[test]
    fn sets_are_spread_and_counted_in_every_way() {
        for (n, reach) in [(12, 1), (60, 3), (64, 7), (63, 15)] {
            let relation = ring(n, reach);
            check(&relation, &Steps::<1>::new(&relation));
            check(&relation, &Steps::<2>::new(&relation));
        }
        for (n, reach) in [(100, 1), (128, 6), (127, 14)] {
            let relation = ring(n, reach);
            check(&relation, &Steps::<2>::new(&relation));
            check(&relation, &Steps::<3>::new(&relation));
        }
    }
}
