//! Which sites are next to each site of a board, as the bits of words of sets: an adjacency matrix, and adjacency lists
//! of the words of its rows that are not 0.
//!
//! The neighbours of a site mostly lie within a word or two of its own, so that adding all of them to a set takes few
//! operations, however large the board is.

use crate::engine::site_set::SiteSet;

/// The neighbours of each site of a board.
#[derive(Debug, Clone)]
pub(crate) struct Adjacency {
    sites: usize,
    /// Row by row.
    matrix: Box<[u64]>,
    /// Where the list of each site begins, and the end of the last one.
    starts: Box<[u32]>,
    /// The number of a word, and the neighbours in it.
    parts: Box<[(u32, u64)]>,
}

impl Adjacency {
    /// So few words are gone through in less time than the list of those that are not 0.
    pub const NARROW: usize = 3;

    /// Of so many sites, each with the neighbours that a function gives.
    pub fn new<I: IntoIterator<Item = u32>>(sites: usize, near: impl Fn(usize) -> I) -> Adjacency {
        let width = sites.div_ceil(64);
        let (mut matrix, mut starts, mut parts) = (vec![0; sites * width], vec![0], Vec::new());
        for (site, row) in matrix.chunks_mut(width.max(1)).enumerate() {
            for next in near(site) {
                if let Some(word) = row.get_mut(next as usize / 64) {
                    *word |= 1 << (next % 64);
                }
            }
            parts.extend((0..).zip(row.iter().copied()).filter(|part: &(u32, u64)| part.1 != 0));
            starts.push(parts.len() as u32);
        }
        Adjacency { sites, matrix: matrix.into(), starts: starts.into(), parts: parts.into() }
    }

    /// How many sites there are.
    #[inline]
    pub fn sites(&self) -> usize {
        self.sites
    }

    /// The neighbours of a site, as the words of a set; none for a site that is not there.
    #[inline]
    pub fn row(&self, site: usize) -> &[u64] {
        let width = self.sites.div_ceil(64);
        self.matrix.get(site * width..(site + 1) * width).unwrap_or_default()
    }

    /// The words of its row that are not 0, with their numbers.
    #[inline]
    pub fn parts(&self, site: usize) -> &[(u32, u64)] {
        match self.starts.get(site..site + 2) {
            Some(&[start, end]) => self.parts.get(start as usize..end as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Adds the neighbours of a site to a set as wide as the board.
    #[inline]
    pub fn add_to(&self, set: &mut SiteSet, site: usize) {
        self.parts(site).iter().for_each(|&(word, sites)| set.add_word(word as usize, sites));
    }

    /// Whether each site is a neighbour of its neighbours.
    pub fn is_symmetric(&self) -> bool {
        let neighbours = |site: usize| SiteSet::of_words(self.row(site));
        (0..self.sites).all(|site| neighbours(site).iter().all(|next| neighbours(next as usize).contains(site as i32)))
    }

    /// Whether a site has a neighbour in a set.
    pub fn touches(&self, site: usize, set: &SiteSet) -> bool {
        self.row(site).iter().zip(set.words()).any(|(row, word)| row & word != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_parts_hold_the_same_neighbours() {
        // A ring, whose ends lie in different words.
        const SITES: usize = 200;
        let next = |site: usize| [(site + 1) % SITES, (site + SITES - 1) % SITES].map(|site| site as u32);
        let near = Adjacency::new(SITES, next);
        for site in 0..SITES {
            let expected: SiteSet = next(site).iter().collect();
            let mut added = SiteSet::new().widened(SITES);
            near.add_to(&mut added, site);
            assert_eq!((&SiteSet::of_words(near.row(site)), &added), (&expected, &expected), "{site}");
            let alone = |site: usize| -> SiteSet { [site as i32].into_iter().collect() };
            assert!(near.touches(site, &alone((site + 1) % SITES)) && !near.touches(site, &alone(site)), "{site}");
        }
        assert!(near.row(SITES).is_empty() && near.parts(SITES).is_empty());
        assert!(near.is_symmetric() && !Adjacency::new(SITES, |site| next(site).into_iter().take(1)).is_symmetric());
    }
}
