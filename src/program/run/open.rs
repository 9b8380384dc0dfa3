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

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Air<const W: usize> {
    free: Set<W>,
    airy: Set<W>,
    /// The airy sites whose airy neighbours tell that filling them leaves all others airy.
    safe: Set<W>,
    /// Other airy sites for which ways are known that leave all others airy.
    pub proven: Set<W>,
    /// Sites that must not be filled, because that would close some way.
    pub closing: Set<W>,
}

#[derive(Debug)]
struct Around {
    near: Vec<u16>,
    /// By bits of `near`.
    open: Vec<bool>,
}

impl<const W: usize> Ways<W> {
    /// Makes the tables.
    pub fn new(open: &Open, table: &Table, steps: &[Steps<W>]) -> Self {
        let goals = table.as_words(open.goals).map_or(Set::EMPTY, Set::from_words);
        let steps = &steps[open.rel.index()];
        let sites = (0..steps.sites()).map(|site| around(site, steps, goals)).collect();
        Ways { goals, sites }
    }

    /// What is known of a position, worked out from what was known of another.
    pub fn look(&self, steps: &Steps<W>, free: Set<W>, before: Air<W>, witnesses: &[Set<W>]) -> Air<W> {
        if free == before.free {
            return before;
        }
        let filled = before.free - free;
        let known = free.within(&before.free);
        let follows = known && filled.len() <= 1 && filled.within(&before.safe);
        let airy = if follows { before.airy - filled } else { steps.flood(self.goals & free, free) };
        let mut proven = Set::EMPTY;
        let (mut safe, unclear) = if known {
            // The verdict on a site depends on its neighbours alone.
            let gone = before.airy - airy;
            let unclear = steps.spread(gone) & airy;
            for site in (before.proven & airy) - unclear {
                if witnesses.get(site).is_some_and(|witness| !witness.meets(&gone)) {
                    proven.insert(site);
                }
            }
            ((before.safe & airy) - unclear, unclear)
        } else {
            (Set::EMPTY, airy)
        };
        for site in unclear {
            if self.is_safe(site, airy) {
                safe.insert(site);
            }
        }
        // What closes a way closes it on a fuller board as well.
        let closing = if known { before.closing & free } else { Set::EMPTY };
        Air { free, airy, safe, proven, closing }
    }

    /// The sites that are worth looking at.
    pub fn candidates(&self, steps: &Steps<W>, air: &Air<W>) -> Set<W> {
        let (free, airy) = (air.free, air.airy);
        let (some, several) = steps.spread_twice(airy);
        let lonely = (some - several) - free;
        ((airy & some) - steps.spread(lonely)) - air.closing
    }

    /// The candidates that can be filled for certain.
    pub fn safe(&self, air: &Air<W>) -> Set<W> {
        air.safe | air.proven
    }

    /// Whether the airy neighbours of an airy site tell that all others stay airy without it.
    fn is_safe(&self, site: usize, airy: Set<W>) -> bool {
        let around = &self.sites[site];
        let mut index = 0;
        for (bit, &near) in around.near.iter().enumerate() {
            index |= usize::from(airy.contains(usize::from(near))) << bit;
        }
        around.open.get(index).copied().unwrap_or(false)
    }

    /// Whether all other airy sites stay airy without this one. If they do, the sites of ways that show it are left in
    /// `witness`: as long as none of these is filled, nor any site beside this one, the answer stays the same.
    ///
    /// Each part of the neighbours that is connected among itself needs a way to a goal.
    pub fn stays_open(&self, steps: &Steps<W>, air: &Air<W>, site: usize, witness: &mut Set<W>) -> bool {
        let airy = air.airy - Set::one(site);
        let goals = self.goals & airy;
        let mut parts = steps.near(site) & airy;
        let mut shown = goals;
        let mut ways = Set::EMPTY;
        while let Some(first) = parts.first() {
            let part = steps.flood(Set::one(first), parts);
            parts = parts - part;
            let Some(way) = way_to(steps, part, shown, airy) else { return false };
            shown = shown | way;
            ways = ways | way;
        }
        *witness = ways;
        true
    }
}

/// The sites of a shortest way from some site of a set to one of the goals, both ends included.
fn way_to<const W: usize>(steps: &Steps<W>, from: Set<W>, goals: Set<W>, through: Set<W>) -> Option<Set<W>> {
    const DEEP: usize = 32;
    let mut layers = [Set::EMPTY; DEEP];
    let mut seen = from;
    let mut edge = from;
    let mut depth = 0;
    loop {
        let hit = edge & goals;
        if let Some(goal) = hit.first() {
            if depth >= DEEP {
                // Too far to tell the way: everything on it counts.
                return Some(seen);
            }
            let mut at = goal;
            let mut way = Set::one(goal);
            for layer in layers[..depth].iter().rev() {
                at = (steps.near(at) & *layer).first()?;
                way.insert(at);
            }
            return Some(way);
        }
        if let Some(layer) = layers.get_mut(depth) {
            *layer = edge;
        }
        depth += 1;
        edge = (steps.spread(edge) & through) - seen;
        if edge.is_empty() {
            return None;
        }
        seen = seen | edge;
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
