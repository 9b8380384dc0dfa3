//! Lines along which pieces move.

use crate::hint::select_unpredictable;
use crate::program::bits::Set;

/// A line of sites, of which one is drawn.
#[derive(Debug, Clone)]
pub(super) struct Line<const W: usize> {
    sites: Set<W>,
    numbers: Numbers,
}

/// How the sites of a line are numbered, from the nearest on. On most boards straight lines are so in one of two ways.
#[derive(Debug, Clone)]
enum Numbers {
    Ascending,
    Descending,
    /// Otherwise: the sites, nearest first.
    Mixed(Vec<u16>),
}

impl<const W: usize> Line<W> {
    /// A line of these sites, nearest first.
    pub fn new(sites: &[u16]) -> Self {
        let numbers = if sites.is_sorted_by(|a, b| a < b) {
            Numbers::Ascending
        } else if sites.is_sorted_by(|a, b| a > b) {
            Numbers::Descending
        } else {
            Numbers::Mixed(sites.to_vec())
        };
        Line { sites: set_of(sites), numbers }
    }

    /// The sites of a set that are on the line.
    #[inline]
    pub fn on(&self, set: &Set<W>) -> Set<W> {
        self.sites & *set
    }

    /// The site of this number, counted from the nearest, among so many sites of the line; `nth` finds a site of a set by
    /// its number.
    #[inline(always)]
    pub fn nth(
        &self,
        index: u32,
        on: &Set<W>,
        count: u32,
        nth: impl Fn(&Set<W>, u32) -> Option<usize>,
    ) -> Option<usize> {
        if let Numbers::Mixed(ref sites) = self.numbers {
            let sites = sites.iter().map(|&site| usize::from(site));
            return sites.filter(|&site| on.contains(site)).nth(index as usize);
        }
        let descending = matches!(self.numbers, Numbers::Descending);
        // No number of a site, if there are not so many.
        let last = count.wrapping_sub(index + 1);
        nth(on, select_unpredictable(descending, last, index))
    }
}

fn set_of<const W: usize>(sites: &[u16]) -> Set<W> {
    sites.iter().fold(Set::EMPTY, |set, &site| set | Set::one(usize::from(site)))
}

/// Lines as sets, those that share no site together; a line that meets a site twice is not one.
pub(super) fn gathered<const W: usize>(lines: &[Vec<u16>]) -> Vec<Set<W>> {
    let mut sets: Vec<Set<W>> = Vec::new();
    for line in lines {
        let line = set_of(line);
        match sets.iter_mut().find(|set| !set.meets(&line)) {
            Some(set) => *set = *set | line,
            None => sets.push(line),
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_found_in_the_order_of_the_line() {
        for sites in [&[3, 40, 70, 100][..], &[100, 70, 40, 3], &[40, 3, 100, 70], &[5], &[]] {
            let line = Line::<2>::new(sites);
            for without in [0, 3, 40, 70] {
                let expected: Vec<usize> = sites.iter().map(|&s| usize::from(s)).filter(|&s| s != without).collect();
                let on = line.on(&expected.iter().fold(Set::one(0), |set, &site| set | Set::one(site)));
                let found = (0..on.len()).map(|index| line.nth(index, &on, on.len(), Set::nth));
                assert_eq!(found.collect::<Option<Vec<_>>>(), Some(expected));
                assert_eq!(line.nth(on.len(), &on, on.len(), Set::nth), None);
            }
        }
    }
}
