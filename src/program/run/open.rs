//! Additions that leave every site beside them a way over empty sites to an empty goal.
//!
//! Let the airy sites be the empty ones from which such a way leads on. A new piece can only be put on an airy site with
//! an airy neighbour, and not beside a piece whose only airy neighbour that site is. If the airy neighbours of the site
//! are connected among themselves, all other airy sites stay airy: a way through the site can be led around it. (If the
//! site is a goal, one of these neighbours has to be a goal as well.) Only where they are not a flood is needed.

use crate::program::bits::Set;
use crate::program::ir::{Open, Table};
use crate::program::space::Steps;

/// Most neighbours of a site for which all patterns of airy neighbours are looked up in a table.
const MOST: usize = 8;

/// What is known before the game.
#[derive(Debug)]
pub struct Ways<const W: usize> {
    goals: Set<W>,
    /// For each site its neighbours; for each set of them, whether they keep the others open.
    sites: Vec<Around>,
}

#[derive(Debug)]
struct Around {
    near: Vec<u16>,
    /// By bits of `near`.
    open: Vec<bool>,
}

/// What the neighbours of a site tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// All other airy sites stay so.
    Open,
    /// A flood has to tell.
    Unknown,
}

impl<const W: usize> Ways<W> {
    /// Makes the tables.
    pub fn new(open: &Open, table: &Table, steps: &[Steps<W>]) -> Self {
        let goals = table.as_words(open.goals).map_or(Set::EMPTY, Set::from_words);
        let steps = &steps[open.rel.index()];
        let sites = (0..steps.sites()).map(|site| around(site, steps, goals)).collect();
        Ways { goals, sites }
    }

    /// The airy sites: worked out from those of the position before if only one site has been filled since.
    pub fn airy(&self, steps: &Steps<W>, free: Set<W>, (before, airy): (Set<W>, Set<W>)) -> Set<W> {
        let filled = before - free;
        if free.within(&before)
            && filled.len() <= 1
            && filled.first().is_none_or(|site| airy.contains(site) && self.verdict(site, airy) == Verdict::Open)
        {
            return airy - filled;
        }
        steps.flood(self.goals & free, free)
    }

    /// The sites that are worth looking at.
    pub fn candidates(&self, steps: &Steps<W>, free: Set<W>, airy: Set<W>) -> Set<W> {
        let (some, several) = steps.spread_twice(airy);
        let lonely = (some - several) - free;
        (airy & some) - steps.spread(lonely)
    }

    /// What the airy neighbours of an airy site tell.
    #[inline]
    pub fn verdict(&self, site: usize, airy: Set<W>) -> Verdict {
        let around = &self.sites[site];
        let mut index = 0;
        for (bit, &near) in around.near.iter().enumerate() {
            index |= usize::from(airy.contains(usize::from(near))) << bit;
        }
        if around.open.get(index).copied().unwrap_or(false) { Verdict::Open } else { Verdict::Unknown }
    }

    /// Whether every site beside a filled one, and itself, still has its way.
    pub fn stays_open(&self, steps: &Steps<W>, free: Set<W>, site: usize) -> bool {
        let free = free - Set::one(site);
        let goals = self.goals & free;
        let airy = steps.flood(goals, free);
        let near = steps.near(site) | Set::one(site);
        near.within(&(goals | steps.spread(airy)))
    }
}

fn around<const W: usize>(site: usize, steps: &Steps<W>, goals: Set<W>) -> Around {
    let set = steps.near(site) - Set::one(site);
    let near: Vec<u16> = set.filter_map(|site| u16::try_from(site).ok()).collect();
    if near.len() > MOST {
        return Around { near: Vec::new(), open: vec![false] };
    }
    let open = (0..1usize << near.len()).map(|pattern| {
        let chosen = near.iter().enumerate().filter(|(bit, _)| pattern >> bit & 1 == 1);
        let chosen = chosen.fold(Set::<W>::EMPTY, |set, (_, &site)| set | Set::one(usize::from(site)));
        let Some(first) = chosen.first() else { return false };
        let connected = steps.flood(Set::one(first), chosen) == chosen;
        connected && (!goals.contains(site) || chosen.meets(&goals))
    });
    Around { open: open.collect(), near }
}
