//! The connected parts of a set.

use super::machine::Machine;
use crate::program::bits::Set;
use crate::program::ir::RelId;
use crate::program::space::Steps;

/// Room for finding groups.
#[derive(Debug, Default)]
pub(super) struct Grouping<const W: usize> {
    /// For each site gone through its group.
    labels: Vec<u16>,
    /// For each group itself, or one found earlier that it has turned out to be a part of.
    parents: Vec<u16>,
    /// Lists of groups that are not needed any more.
    spare: Vec<Vec<Set<W>>>,
    /// Lists of groups that compiled code is going through.
    pub in_use: Vec<Vec<Set<W>>>,
}

impl<const W: usize> Grouping<W> {
    /// The groups of connected sites of a set, that of the lowest site first. The relation is symmetric: others are not
    /// built into programs, as what is a group would depend on where one begins.
    pub fn find(&mut self, steps: &Steps<W>, set: Set<W>) -> Vec<Set<W>> {
        let mut groups = self.spare.pop().unwrap_or_default();
        self.parents.clear();
        self.labels.resize(steps.sites(), 0);
        let mut seen = Set::EMPTY;
        for site in set {
            let mut beside = steps.near(site) & seen;
            let one = single(site);
            seen = seen | one;
            let Some(first) = beside.first() else {
                self.labels[site] = groups.len() as u16;
                self.parents.push(groups.len() as u16);
                groups.push(one);
                continue;
            };
            let mut group = self.group_of(first);
            groups[group] = groups[group] | one;
            beside = beside - groups[group];
            while let Some(next) = beside.first() {
                let other = self.group_of(next);
                let (kept, gone) = (group.min(other), group.max(other));
                groups[kept] = groups[kept] | groups[gone];
                groups[gone] = Set::EMPTY;
                self.parents[gone] = kept as u16;
                beside = beside - groups[kept];
                group = kept;
            }
            self.labels[site] = group as u16;
        }
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// Takes back a list.
    pub fn give_back(&mut self, mut groups: Vec<Set<W>>) {
        groups.clear();
        self.spare.push(groups);
    }

    #[inline]
    fn group_of(&self, site: usize) -> usize {
        let mut group = self.labels[site];
        while self.parents[usize::from(group)] != group {
            group = self.parents[usize::from(group)];
        }
        usize::from(group)
    }
}

/// One site. No single word is changed in memory: to load the whole set afterwards would make the processor wait.
#[inline(always)]
fn single<const W: usize>(site: usize) -> Set<W> {
    let (word, bit) = (site >> 6, 1 << (site & 63));
    Set(std::array::from_fn(|i| if i == word { bit } else { 0 }))
}

impl<const W: usize> Machine<'_, W> {
    /// Visits the groups of connected sites of a set, the lowest site first.
    pub(super) fn each_group(&mut self, set: Set<W>, rel: RelId, mut see: impl FnMut(&mut Self, Set<W>)) {
        let groups = self.grouping.find(&self.prepared.steps[rel.index()], set);
        for &group in &groups {
            see(self, group);
        }
        self.grouping.give_back(groups);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts::Chooser;
    use crate::program::space::Relation;

    #[test]
    fn groups_are_what_floods_find() {
        let side = 9;
        let near = |site: u16| {
            let (x, y) = (i32::from(site) % side, i32::from(site) / side);
            let all = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)];
            let on_board = all.into_iter().filter(|(x, y)| (0..side).contains(x) && (0..side).contains(y));
            on_board.map(|(x, y)| (side * y + x) as u16).collect()
        };
        let steps = Steps::<2>::new(&Relation { name: "Orthogonal", near: (0..81).map(near).collect() });
        assert!(steps.symmetric);
        let (mut numbers, mut grouping) = (Chooser::new(3), Grouping::default());
        for share in 0..200 {
            let set =
                (0..81).filter(|_| numbers.choose(100) < share / 2).fold(Set::EMPTY, |set, site| set | Set::one(site));
            let (mut left, mut floods) = (set, Vec::new());
            while let Some(site) = left.first() {
                floods.push(steps.flood(Set::one(site), set));
                left = left - steps.flood(Set::one(site), set);
            }
            let groups = grouping.find(&steps, set);
            assert_eq!(groups, floods, "{set:?}");
            grouping.give_back(groups);
        }
    }
}
