//! Additions that leave every site beside them a way over empty sites to an empty goal.
//!
//! Let the airy sites be the empty ones from which such a way leads on. A new piece can only be put on an airy site with
//! an airy neighbour, and not beside a piece whose only airy neighbour that site is. If the airy neighbours of the site
//! are connected among themselves, all other airy sites stay airy: a way through the site can be led around it. (If the
//! site is a goal, one of these neighbours has to be a goal as well.) Only where they are not a flood is needed, or, where
//! that concerns many sites, one search through all airy sites: those that others need are the cut vertices of the graph
//! of the airy sites and a further vertex joined to the goals (Hopcroft and Tarjan, 1973).

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

/// Room for a search through the airy sites.
#[derive(Debug, Default)]
pub struct Search {
    visits: Vec<Visit>,
    stack: Vec<u16>,
}

/// When a site was come to, and the earliest that it or what was come to from it is beside; 0 for before all sites.
#[derive(Debug, Clone, Copy, Default)]
struct Visit {
    order: u16,
    low: u16,
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

    /// Whether to look at all airy sites at once for so many that have to be looked at.
    pub fn wants_cuts(&self, steps: &Steps<W>, air: &Air<W>, sites: Set<W>) -> bool {
        // An estimate: a way costs as much as a few sites of the search, the more the wider the sets are.
        steps.symmetric && sites.len() * (3 + 2 * W as u32) > air.airy.len()
    }

    /// The airy sites without which others would not be airy.
    pub fn cuts(&self, steps: &Steps<W>, air: &Air<W>, search: &mut Search) -> Set<W> {
        let airy = air.airy;
        let goals = self.goals & airy;
        let Search { visits, stack } = search;
        visits.resize(steps.sites(), Visit::default());
        let (mut left, mut cuts, mut time) = (airy, Set::EMPTY, 0);
        for goal in goals {
            if left.contains(goal) {
                stack.push(goal as u16);
            }
            let mut new = true;
            while let Some(&site) = stack.last() {
                let here = usize::from(site);
                if new {
                    time += 1;
                    left.remove(here);
                    visits[here] = Visit { order: time, low: if goals.contains(here) { 0 } else { time } };
                }
                let near = steps.near(here);
                if let Some(next) = (near & left).first() {
                    stack.push(next as u16);
                    new = true;
                    continue;
                }
                new = false;
                stack.pop();
                let mut low = visits[here].low;
                if low > 0 {
                    low = (near & airy).fold(low, |low, other| low.min(visits[other].order));
                }
                if let Some(&before) = stack.last() {
                    let before = usize::from(before);
                    let visit = &mut visits[before];
                    visit.low = visit.low.min(low);
                    if low >= visit.order {
                        cuts.insert(before);
                    }
                }
            }
        }
        cuts
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::space::Relation;

    /// A board of 9 by 9 with neighbours in six directions.
    fn steps() -> Steps<2> {
        let near = |site: i32| {
            let (x, y) = (site % 9, site / 9);
            let all = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)].map(|(dx, dy)| (x + dx, y + dy));
            let mut near: Vec<u16> = all
                .into_iter()
                .filter(|(x, y)| (0..9).contains(x) && (0..9).contains(y))
                .map(|(x, y)| (9 * y + x) as u16)
                .collect();
            near.sort_unstable();
            near
        };
        Steps::new(&Relation { name: "Six", near: (0..81).map(near).collect() })
    }

    #[test]
    fn cuts_are_what_floods_find() {
        let steps = steps();
        let mut search = Search::default();
        let mut numbers = crate::playouts::Chooser::new(5);
        let (mut some, mut none) = (0, 0);
        for share in 2..8 {
            for _ in 0..40 {
                let mut pick = |of: usize| (0..81).filter(|_| numbers.choose(8) < of).collect::<Vec<_>>();
                let set = |sites: Vec<usize>| sites.into_iter().fold(Set::<2>::EMPTY, |all, site| all | Set::one(site));
                let (goals, free) = (set(pick(1)), set(pick(share)));
                let airy = steps.flood(goals & free, free);
                let ways = Ways { goals, sites: Vec::new(), parts: Vec::new(), bits: 0 };
                let air = Air { free, airy, ..Air::default() };
                let cuts = ways.cuts(&steps, &air, &mut search);
                for site in airy {
                    let others = airy - Set::one(site);
                    let needed = steps.flood(goals & others, others) != others;
                    assert_eq!(cuts.contains(site), needed, "{site} of {airy:?} with goals {goals:?}");
                    if needed { some += 1 } else { none += 1 }
                }
                assert!((cuts - airy).is_empty());
            }
        }
        assert!(some > 500 && none > 500, "{some} {none}");
    }
}
