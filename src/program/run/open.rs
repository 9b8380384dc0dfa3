//! Additions that leave every site beside them a way over empty sites to an empty goal.
//!
//! Let the airy sites be the empty ones from which such a way leads on. A new piece can only be put on an airy site with
//! an airy neighbour, and not beside a piece whose only airy neighbour that site is. If the airy neighbours of the site
//! are connected among themselves, all other airy sites stay airy: a way through the site can be led around it. (If the
//! site is a goal, one of these neighbours has to be a goal as well.) Only where they are not a flood is needed.

use crate::program::bits::Set;
use crate::program::ir::{Open, Table};
use crate::program::space::{Planes, Steps};

/// Most neighbours of a site for which all patterns of airy neighbours are looked up in a table.
const MOST: usize = 8;

/// What is known before the game.
#[derive(Debug)]
pub struct Ways<const W: usize> {
    goals: Set<W>,
    sites: Vec<Around>,
    /// For each site and each set of its neighbours, as bits of [`Around::near`]: one bit of each connected part, and
    /// [`SAFE`].
    parts: Vec<u16>,
    /// How many bits the sets of neighbours have.
    bits: u32,
}

/// The neighbours of a site.
#[derive(Debug, Clone, Copy)]
struct Around {
    near: [u16; MOST],
    /// How many there are; more than [`MOST`] where they are not looked up.
    len: usize,
    /// The neighbours again, those with consecutive numbers together.
    runs: [Run; MOST],
    /// How many runs there are.
    run_count: usize,
}

/// Neighbours with consecutive numbers in one word of a set.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    word: u8,
    shift: u8,
    /// As many bits as there are neighbours.
    mask: u8,
    /// The place of the first among all neighbours.
    place: u8,
}

impl Around {
    fn of(sites: impl Iterator<Item = usize>) -> Around {
        let mut around = Around { near: [0; MOST], len: 0, runs: [Run::default(); MOST], run_count: 0 };
        for site in sites {
            if let Some(near) = around.near.get_mut(around.len) {
                *near = site as u16;
                let before = around.len.checked_sub(1).and_then(|index| around.near.get(index));
                let follows = before.is_some_and(|&before| usize::from(before) + 1 == site) && site & 63 != 0;
                around.run_count += usize::from(!follows);
                if let Some(run) = around.runs.get_mut(around.run_count.wrapping_sub(1)) {
                    if !follows {
                        *run =
                            Run { word: (site >> 6) as u8, shift: (site & 63) as u8, mask: 0, place: around.len as u8 };
                    }
                    run.mask = run.mask << 1 | 1;
                }
            }
            around.len += 1;
        }
        around
    }
}

/// The neighbours stay airy without the site if they are.
const SAFE: u16 = 1 << 8;

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

impl<const W: usize> Air<W> {
    /// Forgets the sites whose witnesses may be overwritten.
    pub fn forget_ways(&mut self) {
        self.proven = Set::EMPTY;
    }
}

impl<const W: usize> Ways<W> {
    /// Makes the tables.
    pub fn new(open: &Open, table: &Table, steps: &[Steps<W>]) -> Self {
        let goals = table.as_words(open.goals).map_or(Set::EMPTY, Set::from_words);
        let steps = &steps[open.rel.index()];
        let bits = (0..steps.sites()).map(|site| steps.near(site).len()).filter(|&len| len <= MOST as u32).max();
        let bits = bits.unwrap_or(0);
        let mut ways = Ways { goals, sites: Vec::new(), parts: vec![0; steps.sites() << bits], bits };
        for site in 0..steps.sites() {
            ways.look_around(site, steps);
        }
        ways
    }

    fn look_around(&mut self, site: usize, steps: &Steps<W>) {
        let set = steps.near(site) - Set::one(site);
        let around = Around::of(set);
        self.sites.push(around);
        if around.len > MOST {
            return;
        }
        for pattern in 0..1usize << around.len {
            let bits = || (0..around.len).filter(move |bit| pattern >> bit & 1 == 1);
            let chosen = bits().fold(Set::<W>::EMPTY, |set, bit| set | Set::one(usize::from(around.near[bit])));
            let mut parts = 0u16;
            let mut left = chosen;
            for bit in bits() {
                let first = usize::from(around.near[bit]);
                if left.contains(first) {
                    parts |= 1 << bit;
                    left = left - steps.flood(Set::one(first), chosen);
                }
            }
            let safe = parts.count_ones() == 1 && (!self.goals.contains(site) || chosen.meets(&self.goals));
            self.parts[(site << self.bits) + pattern] = parts | if safe { SAFE } else { 0 };
        }
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
            let unclear = (steps.spread(gone) & airy) - before.closing;
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
    pub fn candidates(&self, steps: &Steps<W>, air: &Air<W>, (before, counts): &mut (Set<W>, Planes<W>)) -> Set<W> {
        let (free, airy) = (air.free, air.airy);
        steps.recount(counts, *before, airy);
        *before = airy;
        let several = counts.at_least_two();
        let some = several | counts.0[0];
        let lonely = (some - several) - free;
        ((airy & some) - steps.spread(lonely)) - air.closing
    }

    /// The candidates that can be filled for certain.
    pub fn safe(&self, air: &Air<W>) -> Set<W> {
        air.safe | air.proven
    }

    /// What the tables say of a site; `None` where it has too many neighbours.
    #[inline]
    fn entry(&self, site: usize, airy: Set<W>) -> Option<u16> {
        let around = self.sites.get(site)?;
        if around.len > MOST {
            return None;
        }
        let mut pattern = 0;
        for run in around.runs.iter().take(around.run_count) {
            let word = if W == 1 { airy.0[0] } else { airy.0.get(usize::from(run.word)).copied().unwrap_or(0) };
            pattern |= ((word >> run.shift) as usize & usize::from(run.mask)) << run.place;
        }
        self.parts.get((site << self.bits) + pattern).copied()
    }

    /// Whether the airy neighbours of an airy site tell that all others stay airy without it.
    #[inline]
    fn is_safe(&self, site: usize, airy: Set<W>) -> bool {
        self.entry(site, airy).is_some_and(|entry| entry & SAFE != 0)
    }

    /// Whether all other airy sites stay airy without this one. If they do, the sites of ways that show it are left in
    /// `witness`: as long as none of these is filled, nor any site beside this one, the answer stays the same.
    ///
    /// Each part of the neighbours that is connected among itself needs a way to a goal.
    pub fn stays_open(&self, steps: &Steps<W>, air: &Air<W>, site: usize, witness: &mut Set<W>) -> bool {
        let airy = air.airy - Set::one(site);
        let goals = self.goals & airy;
        let mut shown = goals;
        let mut ways = Set::EMPTY;
        let Some(entry) = self.entry(site, airy) else { return self.floods(steps, air, site, witness) };
        let near = &self.sites[site].near;
        let mut parts = entry & (SAFE - 1);
        while parts != 0 {
            let bit = parts.trailing_zeros() as usize;
            parts &= parts - 1;
            let Some(&from) = near.get(bit) else { break };
            let from = usize::from(from);
            let way = if shown.contains(from) {
                Set::one(from)
            } else if let Some(next) = (steps.near(from) & shown).first() {
                Set::one(from) | Set::one(next)
            } else {
                match way_to(steps, Set::one(from), shown, airy) {
                    Some(way) => way,
                    None => return false,
                }
            };
            shown = shown | way;
            ways = ways | way;
        }
        *witness = ways;
        true
    }

    /// The same for a site with more neighbours than the tables have room for.
    fn floods(&self, steps: &Steps<W>, air: &Air<W>, site: usize, witness: &mut Set<W>) -> bool {
        let airy = air.airy - Set::one(site);
        let left = steps.flood(self.goals & airy, airy);
        *witness = airy;
        left == airy
    }
}

/// The sites of a shortest way from some site of a set to one of the goals, both ends included.
fn way_to<const W: usize>(steps: &Steps<W>, from: Set<W>, goals: Set<W>, through: Set<W>) -> Option<Set<W>> {
    const DEEP: usize = 12;
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
