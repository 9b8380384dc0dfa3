//! Sites that fulfil a condition together: on how many of the neighbours that two of them share are in a set.

use crate::program::bits::Set;
use crate::program::ir::{BoolNode, Cmp, IntNode, RelId, SetId, SetNode, Table};
use crate::program::space::Steps;

/// A condition on the neighbours that both ends of a step share: how many of them are in a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Join {
    /// The set.
    pub set: SetId,
    /// What makes neighbours.
    pub rel: RelId,
    /// How their number compares,
    pub cmp: Cmp,
    /// with what.
    pub number: i32,
}

impl Join {
    /// The sites that fulfil the condition together with `site`.
    pub fn of<const W: usize>(&self, steps: &Steps<W>, set: Set<W>, site: usize) -> Set<W> {
        steps.sharing(steps.near(site) & set, self.cmp, self.number)
    }
}

/// The conditions on shared neighbours that the walks of a program have, as far as their numbers are known.
pub(super) fn joins(table: &Table) -> Vec<Join> {
    let of_sets = table.sets.nodes().iter().filter_map(|node| match node {
        SetNode::Reaching(_, walk) | SetNode::ReachedFrom(_, walk) => Some(walk),
        _ => None,
    });
    let of_truths = table.bools.nodes().iter().filter_map(|node| match node {
        BoolNode::Reaches(_, _, walk) | BoolNode::Leads(_, _, walk) => Some(walk),
        _ => None,
    });
    let mut joins = Vec::new();
    for &(set, rel, cmp, number) in of_sets.chain(of_truths).flat_map(|walk| &walk.clauses).flat_map(|c| &c.common) {
        if let IntNode::Const(number) = *table.int(number) {
            let join = Join { set, rel, cmp, number };
            if !joins.contains(&join) {
                joins.push(join);
            }
        }
    }
    joins
}

/// Most neighbours of a site for which the rows are kept of all sets of them.
const MOST: usize = 6;

/// For each site the sites joined to it by a [`Join`], for one value of its set. From one walk to the next that value
/// changes by few sites, and with them only what is beside these.
#[derive(Debug, Clone)]
pub(super) struct Joined<const W: usize> {
    /// The value of the set.
    base: Set<W>,
    rows: Vec<Set<W>>,
    /// Whether the set depends on a site, so that it may leave out one after the other.
    loose: bool,
    /// For each site, from `starts` on, the sites it is a neighbour of, and which bit of their patterns it is.
    marks: Vec<(u16, u8)>,
    starts: Vec<u32>,
    /// For each site which of its neighbours are in the set, as bits; of no use where there are too many.
    patterns: Vec<u8>,
    /// The sites with so many neighbours.
    crowded: Set<W>,
    /// For each site the patterns whose rows have been found.
    known: Vec<u64>,
    /// For each site and pattern the row.
    found: Vec<Set<W>>,
}

impl<const W: usize> Joined<W> {
    /// Nothing is in the set at first. `loose` is whether the set depends on a site.
    pub fn new(join: &Join, steps: &Steps<W>, loose: bool) -> Self {
        let sites = steps.sites();
        let (mut marks, mut starts) = (Vec::new(), vec![0]);
        for site in 0..sites {
            for other in steps.back(site).filter(|&other| steps.near(other).len() as usize <= MOST) {
                let before = steps.near(other).take_while(|&near| near < site).count();
                marks.push((other as u16, 1 << before));
            }
            starts.push(marks.len() as u32);
        }
        let crowded = (0..sites).filter(|&site| steps.near(site).len() as usize > MOST);
        let crowded = crowded.fold(Set::EMPTY, |all, site| all | Set::one(site));
        let (patterns, known, found) = (vec![0; sites], vec![0; sites], vec![Set::EMPTY; sites << MOST]);
        let (base, rows) = (Set::EMPTY, vec![Set::EMPTY; sites]);
        let mut joined = Joined { base, rows, loose, marks, starts, patterns, crowded, known, found };
        for site in 0..sites {
            joined.rows[site] = joined.row(join, steps, Set::EMPTY, site);
        }
        joined
    }

    /// For each site those joined to it, as of the last [`Joined::follow`].
    #[inline(always)]
    pub fn rows(&self) -> &[Set<W>] {
        &self.rows
    }

    /// Makes the rows those of a set, but for a site that it leaves out for a while; gives the sites whose rows are for that
    /// reason not right.
    #[inline]
    pub fn follow(&mut self, join: &Join, steps: &Steps<W>, set: Set<W>) -> Set<W> {
        if self.base == set {
            return Set::EMPTY;
        }
        let missing = self.base - set;
        // Two sets that leave out a piece each are the same apart from that.
        let base = if self.loose && missing.is_single() { self.base | set } else { set };
        if self.base != base {
            self.move_base(join, steps, base);
        }
        (base - set).first().map_or(Set::EMPTY, |site| steps.back(site))
    }

    #[inline(never)]
    fn move_base(&mut self, join: &Join, steps: &Steps<W>, base: Set<W>) {
        let mut beside = Set::EMPTY;
        for site in self.base ^ base {
            beside = beside | steps.back(site);
            for &(other, bit) in marks_of(&self.marks, &self.starts, site) {
                if let Some(pattern) = self.patterns.get_mut(usize::from(other)) {
                    *pattern ^= bit;
                }
            }
        }
        self.base = base;
        for site in beside {
            let row = self.row(join, steps, base, site);
            let Some(kept) = self.rows.get_mut(site) else { break };
            *kept = row;
        }
    }

    /// The row of a site for the value of the set.
    #[inline]
    fn row(&mut self, join: &Join, steps: &Steps<W>, set: Set<W>, site: usize) -> Set<W> {
        let (Some(&pattern), Some(known)) = (self.patterns.get(site), self.known.get_mut(site)) else {
            return Set::EMPTY;
        };
        let pattern = usize::from(pattern);
        let Some(row) = self.found.get_mut((site << MOST) + pattern) else { return Set::EMPTY };
        if self.crowded.contains(site) {
            return join.of(steps, set, site);
        }
        if *known >> pattern & 1 == 0 {
            *known |= 1 << pattern;
            *row = join.of(steps, set, site);
        }
        *row
    }
}

/// The sites that a site is a neighbour of, and which bit of their patterns it is.
#[inline]
fn marks_of<'m>(marks: &'m [(u16, u8)], starts: &[u32], site: usize) -> &'m [(u16, u8)] {
    match starts.get(site..site + 2) {
        Some(&[start, end]) => marks.get(start as usize..end as usize).unwrap_or_default(),
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts::Chooser;
    use crate::program::space::Relation;

    /// Squares and their neighbours along the lines, and for every fourth the diagonal ones as well.
    fn board() -> Steps<2> {
        let side = 9;
        let near = |site: i32| {
            let all = (0..9).map(|k| (k % 3 - 1, k / 3 - 1)).filter(|&(x, y)| (x, y) != (0, 0));
            let all = all.filter(|(x, y)| site % 4 == 0 || x * y == 0);
            let all = all.map(|(x, y)| (site % side + x, site / side + y));
            let on_board = all.filter(|(x, y)| (0..side).contains(x) && (0..side).contains(y));
            on_board.map(|(x, y)| (side * y + x) as u16).collect()
        };
        Steps::new(&Relation { name: "Some", near: (0..side * side).map(near).collect() })
    }

    #[test]
    fn rows_are_those_of_the_set() {
        let steps = board();
        let mut numbers = Chooser::new(5);
        for (loose, cmp, number) in [(true, Cmp::Ne, 0), (false, Cmp::Eq, 2), (true, Cmp::Lt, 1)] {
            let join = Join { set: SetId(0), rel: RelId(0), cmp, number };
            let mut joined = Joined::new(&join, &steps, loose);
            let mut whole = Set::EMPTY;
            for turn in 0..400 {
                // Few sites change from turn to turn, now and then all of them.
                for _ in 0..if turn % 50 == 49 { 60 } else { 2 } {
                    whole = whole ^ Set::one(numbers.choose(81));
                }
                let without = Set::one(numbers.choose(81));
                for set in [whole, whole - without, whole - Set::one(numbers.choose(81)), whole] {
                    let others = joined.follow(&join, &steps, set);
                    for site in (0..81).filter(|&site| !others.contains(site)) {
                        let row = joined.rows()[site];
                        assert_eq!(row, join.of(&steps, set, site), "turn {turn}, site {site} of {set:?}");
                    }
                }
            }
        }
    }
}
