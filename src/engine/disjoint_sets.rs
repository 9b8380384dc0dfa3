//! The groups that sites form, and which sets each group meets, kept up to date site by site.
//!
//! A forest of disjoint sets: a site that is added joins the groups of its neighbours in a few steps, however large they
//! are. (B. A. Galler, M. J. Fischer, "An improved equivalence algorithm", 1964.) It does not tell how to take a site
//! out: then all groups are made anew.

use crate::engine::adjacency::Adjacency;
use crate::engine::site_set::SiteSet;

/// So many sites more may be added anew than were asked about: then finding one group is the better way.
const MOST_ANEW: usize = 1 << 10;

/// How many sites may be added anew for each question.
const ANEW_FOR_EACH: usize = 8;

/// A site of a tree, whose root stands for its group.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    parent: u32,
    /// Of a root, how many sites are below it, itself included.
    size: u32,
    /// Of a root, which of the wanted sets its group meets.
    met: u32,
}

/// The groups of a set of sites that changes little from one question to the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct DisjointSets {
    /// By site; those that are not joined mean nothing.
    nodes: Vec<Node>,
    /// The sites that are joined, as the bits of words.
    joined: Vec<u64>,
    /// The sites that were added anew, less those that were to be expected.
    anew: usize,
}

impl DisjointSets {
    /// For so many wanted sets it is told which of them a group meets.
    pub const MOST_WANTED: usize = u32::BITS as usize;

    /// Which of the wanted sets, always the same, the group of a site meets among all sites, as bits. `None` where that
    /// takes longer than finding the group, as where sites are often taken away.
    pub fn met(&mut self, site: usize, all: &SiteSet, near: &Adjacency, wanted: &[SiteSet]) -> Option<u32> {
        if self.anew > MOST_ANEW || !all.holds(site) || !all.ends_below(near.sites()) {
            return None;
        }
        self.update(all, near, wanted);
        let root = self.root(site);
        Some(self.nodes[root].met)
    }

    /// Adds the sites that are there now and were not before.
    fn update(&mut self, all: &SiteSet, near: &Adjacency, wanted: &[SiteSet]) {
        if self.nodes.len() < near.sites() {
            self.nodes.resize(near.sites(), Node::default());
            self.joined.resize(near.sites().div_ceil(64), 0);
        }
        self.anew = self.anew.saturating_sub(ANEW_FOR_EACH);
        let there = |word| all.words().get(word).copied().unwrap_or(0);
        if self.joined.iter().enumerate().fold(0, |gone, (word, joined)| gone | joined & !there(word)) != 0 {
            self.joined.fill(0);
            self.anew += all.len();
        }
        for word in 0..self.joined.len() {
            let mut fresh = there(word) & !self.joined[word];
            while fresh != 0 {
                self.add(word * 64 + fresh.trailing_zeros() as usize, near, wanted);
                fresh &= fresh - 1;
            }
        }
    }

    /// Joins a site to the groups of its neighbours.
    fn add(&mut self, site: usize, near: &Adjacency, wanted: &[SiteSet]) {
        let meets = |(number, set): (usize, &SiteSet)| u32::from(set.holds(site)) << number;
        let met = wanted.iter().enumerate().map(meets).sum();
        let mut root = site;
        self.nodes[site] = Node { parent: site as u32, size: 1, met };
        self.joined[site / 64] |= 1 << (site % 64);
        for &(word, neighbours) in near.parts(site) {
            let mut others = neighbours & self.joined[word as usize];
            while others != 0 {
                let other = self.root(word as usize * 64 + others.trailing_zeros() as usize);
                others &= others - 1;
                root = self.unite(root, other);
            }
        }
    }

    /// Makes one group of those of two roots; the root of it.
    fn unite(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let (parent, child) = if self.nodes[a].size < self.nodes[b].size { (b, a) } else { (a, b) };
        let Node { size, met, .. } = self.nodes[child];
        self.nodes[child].parent = parent as u32;
        self.nodes[parent].size += size;
        self.nodes[parent].met |= met;
        parent
    }

    /// The root of a site that has been joined. The way to it is halved.
    fn root(&mut self, mut site: usize) -> usize {
        loop {
            let parent = self.nodes[site].parent as usize;
            if parent == site {
                return site;
            }
            let next = self.nodes[parent].parent;
            self.nodes[site].parent = next;
            site = next as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::GameRng;

    /// A board of squares whose sites have four neighbours.
    fn board(side: usize) -> Adjacency {
        let near = move |site: usize| {
            let (row, column) = (site / side, site % side);
            let steps = [(row > 0, site.wrapping_sub(side)), (row + 1 < side, site + side)];
            let along = [(column > 0, site.wrapping_sub(1)), (column + 1 < side, site + 1)];
            let all = steps.into_iter().chain(along).filter(|step| step.0);
            all.map(|step| step.1 as u32).collect::<Vec<_>>()
        };
        Adjacency::new(side * side, near)
    }

    #[test]
    fn groups_are_those_that_are_found_by_growing() {
        let (side, mut random) = (12, GameRng::from_state(3));
        let near = board(side);
        let column = |c: usize| (0..side).map(|row| (row * side + c) as i32).collect::<SiteSet>();
        let wanted: Vec<SiteSet> = (0..side).map(column).collect();
        let (mut sets, mut owned) = ([(); 2].map(|()| DisjointSets::default()), [SiteSet::new(), SiteSet::new()]);
        let mut told = 0;
        for turn in 0..3000 {
            let (site, owner) = (random.index(side * side), turn % 2);
            owned.iter_mut().for_each(|sites| sites.remove(site as i32));
            if random.index(50) > 0 {
                owned[owner].insert(site as i32);
            }
            if turn % 200 == 0 {
                owned = Default::default();
            }
            let Some(site) = owned[owner].nth(random.index(owned[owner].len())) else { continue };
            let group = owned[owner].joined_to(site, &near, None).unwrap();
            let meets = |(set, number): (&SiteSet, u32)| u32::from(set.intersects(&group)) << number;
            let met: u32 = wanted.iter().zip(0..).map(meets).sum();
            if let Some(found) = sets[owner].met(site as usize, &owned[owner], &near, &wanted) {
                assert_eq!(found, met, "turn {turn}");
                told += 1;
            }
        }
        assert!(told > 300, "{told}");
    }

    #[test]
    fn sites_off_the_board_have_no_groups() {
        let near = board(3);
        let owned: SiteSet = [1, 40].into_iter().collect();
        assert_eq!(DisjointSets::default().met(40, &owned, &near, &[]), None);
        assert_eq!(DisjointSets::default().met(2, &[1].into_iter().collect(), &near, &[]), None);
    }
}
