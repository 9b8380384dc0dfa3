//! Additions that leave every site beside them a way over empty sites to an empty goal.
//!
//! Let the airy sites be the empty ones from which such a way leads on. A new piece can only be put on an airy site with
//! an airy neighbour, not beside a piece whose only airy neighbour that site is, and not where others would stop being
//! airy. On a flat board [`Flat`] knows the latter from move to move. On any other they are the cut vertices of the graph
//! of the airy sites and a further vertex joined to the goals, found by one search (Hopcroft and Tarjan, 1973).

use super::flat::{Air, Flat};
use crate::program::bits::Set;
use crate::program::ir::{Open, Table};
use crate::program::space::Steps;

/// What is known before the game.
#[derive(Debug)]
pub struct Ways<const W: usize> {
    goals: Set<W>,
    flat: Option<Flat<W>>,
}

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

impl<const W: usize> Ways<W> {
    /// Makes the tables.
    pub fn new(open: &Open, table: &Table, steps: &[Steps<W>]) -> Self {
        let goals = table.as_words(open.goals).map_or(Set::EMPTY, Set::from_words);
        Ways { goals, flat: Flat::new(&steps[open.rel.index()], goals) }
    }

    /// The sites that can be filled; `air` is what was known of another position.
    pub fn open(&self, steps: &Steps<W>, free: Set<W>, air: &mut Air<W>, search: &mut Search) -> Set<W> {
        let Some(flat) = &self.flat else { return self.search(steps, free, search) };
        flat.look(steps, free, air);
        air.open()
    }

    fn search(&self, steps: &Steps<W>, free: Set<W>, search: &mut Search) -> Set<W> {
        let airy = steps.flood(self.goals & free, free);
        let counts = steps.count(airy);
        let several = counts.at_least_two();
        let some = several | counts.0[0];
        let lonely = (some - several) - free;
        ((airy & some) - steps.spread(lonely)) - self.cuts(steps, airy, search)
    }

    /// The airy sites without which others would not be airy.
    fn cuts(&self, steps: &Steps<W>, airy: Set<W>, search: &mut Search) -> Set<W> {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts::Chooser;
    use crate::program::space::Relation;

    const SIDE: i32 = 9;
    const ORTHOGONAL: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
    const SIX: [(i32, i32); 6] = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];
    const ALL: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

    /// A board of 9 by 9, without the sites that are left out.
    fn steps(directions: &[(i32, i32)], left_out: &[(i32, i32)]) -> Steps<2> {
        let on_board =
            |at: &(i32, i32)| (0..SIDE).contains(&at.0) && (0..SIDE).contains(&at.1) && !left_out.contains(at);
        let near = |site: i32| {
            let at = (site % SIDE, site / SIDE);
            let all =
                directions.iter().map(|(dx, dy)| (at.0 + dx, at.1 + dy)).filter(|to| on_board(to) && on_board(&at));
            let mut near: Vec<u16> = all.map(|(x, y)| (SIDE * y + x) as u16).collect();
            near.sort_unstable();
            near
        };
        Steps::new(&Relation { name: "Near", near: (0..SIDE * SIDE).map(near).collect() })
    }

    fn rim() -> Set<2> {
        let is_rim = |&site: &i32| [site % SIDE, site / SIDE].iter().any(|at| [0, SIDE - 1].contains(at));
        (0..SIDE * SIDE).filter(is_rim).fold(Set::EMPTY, |all, site| all | Set::one(site as usize))
    }

    fn ways(steps: &Steps<2>, goals: Set<2>) -> Ways<2> {
        Ways { goals, flat: Flat::new(steps, goals) }
    }

    /// The sites that can be filled, each tried out.
    fn tried_out(steps: &Steps<2>, goals: Set<2>, free: Set<2>) -> Set<2> {
        let stays = |site: &usize| {
            let left = free - Set::one(*site);
            let airy = steps.flood(goals & left, left);
            let mut around = steps.near(*site) | Set::one(*site);
            around.all(|at| if left.contains(at) { airy.contains(at) } else { steps.near(at).meets(&airy) })
        };
        free.filter(stays).fold(Set::EMPTY, |all, site| all | Set::one(site))
    }

    #[test]
    fn sites_are_found_as_if_tried_out() {
        let mut numbers = Chooser::new(7);
        let mut search = Search::default();
        let corner = [(0, 0), (1, 0), (0, 1)];
        let boards = [(&ORTHOGONAL[..], &[][..]), (&SIX, &[]), (&ALL, &[]), (&SIX, &corner), (&ORTHOGONAL, &[(4, 4)])];
        for (directions, left_out) in boards {
            let steps = steps(directions, left_out);
            let sites =
                (0..81).filter(|&site| !steps.near(site).is_empty()).fold(Set::EMPTY, |s, site| s | Set::one(site));
            let goals = rim() & sites;
            let (ways, plain) = (ways(&steps, goals), Ways { goals, flat: None });
            let mut air = Air::default();
            let mut other = Air::default();
            for game in 0..30 {
                let share = game % 5;
                let mut free =
                    sites.filter(|_| numbers.choose(8) >= share).fold(Set::EMPTY, |s, site| s | Set::one(site));
                loop {
                    let open = ways.open(&steps, free, &mut air, &mut search);
                    assert_eq!(open, tried_out(&steps, goals, free), "{directions:?} without {left_out:?}: {free:?}");
                    assert_eq!(open, plain.open(&steps, free, &mut Air::default(), &mut search));
                    // Another line of play from here, and back.
                    other.copy_from(&air);
                    if numbers.choose(4) == 0
                        && let Some(site) = open.first()
                    {
                        let free = free - Set::one(site);
                        assert_eq!(ways.open(&steps, free, &mut air, &mut search), tried_out(&steps, goals, free));
                        std::mem::swap(&mut air, &mut other);
                    }
                    let Some(site) = open.nth(numbers.choose(open.len().max(1) as usize) as u32) else { break };
                    free.remove(site);
                }
            }
        }
    }

    #[test]
    fn flat_boards_are_told_from_others() {
        let is_flat = |directions: &[(i32, i32)], left_out: &[(i32, i32)], goals: Set<2>| {
            ways(&steps(directions, left_out), goals).flat.is_some()
        };
        for directions in [&ORTHOGONAL[..], &SIX, &ALL] {
            assert!(is_flat(directions, &[], rim()), "{directions:?}");
        }
        let corner = [(0, 0)];
        assert!(!is_flat(&SIX, &corner, rim()), "a goal that is related to nothing");
        assert!(!is_flat(&SIX, &[(4, 4)], rim()), "a hole");
        assert!(!is_flat(&SIX, &[], rim() | Set::one(40)), "a goal within");
        assert!(!is_flat(&SIX, &[], Set::EMPTY), "no goals");
        let knight = [(1, 2), (2, 1), (-1, -2), (-2, -1), (1, -2), (-1, 2), (2, -1), (-2, 1)];
        assert!(!is_flat(&knight, &[], rim()), "ways that cross");
    }

    #[test]
    fn cuts_are_what_floods_find() {
        let steps = steps(&SIX, &[]);
        let mut search = Search::default();
        let mut numbers = Chooser::new(5);
        let (mut some, mut none) = (0, 0);
        for share in 2..8 {
            for _ in 0..40 {
                let mut pick = |of: usize| (0..81).filter(|_| numbers.choose(8) < of).collect::<Vec<_>>();
                let set = |sites: Vec<usize>| sites.into_iter().fold(Set::<2>::EMPTY, |all, site| all | Set::one(site));
                let (goals, free) = (set(pick(1)), set(pick(share)));
                let airy = steps.flood(goals & free, free);
                let cuts = Ways { goals, flat: None }.cuts(&steps, airy, &mut search);
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
