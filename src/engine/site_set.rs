//! Sets of sites.

use crate::engine::adjacency::Adjacency;
use crate::engine::select::{byte_sums, select};
use smallvec::SmallVec;
use std::fmt;

/// The largest site index a set can hold; larger ones are dropped, so that a description cannot ask for memory
/// by naming a huge site.
pub const MAX_SITE: i32 = 1 << 20;

/// A set of site indices, iterated in ascending order.
///
/// A region of the language is such a set: no duplicates, no negative indices, no upper bound check and no site type
/// (Ludii 1.3.12's behaviour). Iterating and converting to an array are always ascending.
#[derive(Default, Eq)]
pub struct SiteSet {
    words: SmallVec<[u64; 6]>,
}

impl Clone for SiteSet {
    /// A copy of the words at once: the derived one goes through them one by one.
    #[inline]
    fn clone(&self) -> Self {
        SiteSet { words: SmallVec::from_slice(&self.words) }
    }
}

impl SiteSet {
    /// The empty set.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// All sites from 0 up to but without `n`.
    pub fn below(n: usize) -> Self {
        let mut set = SiteSet { words: SmallVec::from_elem(u64::MAX, n / 64) };
        if !n.is_multiple_of(64) {
            set.words.push((1 << (n % 64)) - 1);
        }
        set
    }

    /// Adds a site; negative and absurdly large ones are ignored.
    #[inline]
    pub fn insert(&mut self, site: i32) {
        if !(0..=MAX_SITE).contains(&site) {
            return;
        }
        let (word, bit) = (site as usize / 64, site as usize % 64);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
    }

    /// The set of these words, each of 64 sites.
    pub(crate) fn of_words(words: &[u64]) -> Self {
        SiteSet { words: SmallVec::from_slice(words) }
    }

    /// Adds a site within the width of the set, or takes it out.
    #[inline]
    pub(crate) fn set(&mut self, site: usize, there: bool) {
        if let Some(word) = self.words.get_mut(site / 64) {
            *word = *word & !(1 << (site % 64)) | u64::from(there) << (site % 64);
        }
    }

    /// Takes all sites out; the width stays.
    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Takes a site out.
    #[inline]
    pub fn remove(&mut self, site: i32) {
        if site >= 0
            && let Some(word) = self.words.get_mut(site as usize / 64)
        {
            *word &= !(1 << (site as usize % 64));
        }
    }

    /// Whether the site is in the set.
    #[inline]
    pub fn contains(&self, site: i32) -> bool {
        site >= 0 && self.holds(site as usize)
    }

    /// The same, for a site that is not negative.
    #[inline]
    pub(crate) fn holds(&self, site: usize) -> bool {
        self.words.get(site / 64).is_some_and(|word| word >> (site % 64) & 1 == 1)
    }

    /// How many sites it holds.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many words of 64 sites it takes in memory.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        self.words.len()
    }

    /// Whether it holds none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Whether all its sites are below this number.
    pub(crate) fn ends_below(&self, n: usize) -> bool {
        let over = |(index, &word): (usize, &u64)| word != 0 && (index + 1) * 64 - word.leading_zeros() as usize > n;
        !self.words.iter().enumerate().skip(n / 64).any(over)
    }

    /// The site that has so many lower ones.
    #[inline]
    pub(crate) fn nth(&self, number: usize) -> Option<i32> {
        let mut left = number as u64;
        for (index, &word) in self.words.iter().enumerate() {
            let sums = byte_sums(word);
            let count = sums >> 56;
            if left < count {
                return i32::try_from(index * 64 + select(word, sums, left)).ok();
            }
            left -= count;
        }
        None
    }

    /// One of the sites, each as likely as any other: `choose` draws a number from 0 up to but without the one it is
    /// given, or says by a greater one that it is to be none of them.
    #[inline]
    pub(crate) fn draw(&self, choose: &mut dyn FnMut(usize) -> usize) -> Option<i32> {
        // Where most of the sites up to the highest one are there, it takes less time to draw among all until one of
        // them comes out.
        let bound = self.words.last().map_or(0, |last| 64 * self.words.len() - last.leading_zeros() as usize);
        if bound == 0 {
            return None;
        }
        for _ in 0..Self::REJECTIONS {
            let site = choose(bound);
            if site >= bound {
                return None;
            }
            if self.holds(site) {
                return Some(site as i32);
            }
        }
        match self.len() {
            0 => None,
            count => self.nth(choose(count)),
        }
    }

    /// How many sites are drawn in vain before the sites are counted. (Rejection sampling.)
    const REJECTIONS: usize = 3;

    /// The lowest site.
    pub fn first(&self) -> Option<i32> {
        self.iter().next()
    }

    /// The sites in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter { words: &self.words, index: 0, current: self.words.first().copied().unwrap_or(0) }
    }

    /// Adds all sites of another set.
    #[inline]
    pub fn union_with(&mut self, other: &SiteSet) {
        if self.words.is_empty() {
            self.words.extend_from_slice(&other.words);
            return;
        }
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a |= b;
        }
    }

    /// Keeps only the sites that are in the other set too.
    #[inline]
    pub fn intersect_with(&mut self, other: &SiteSet) {
        for (i, a) in self.words.iter_mut().enumerate() {
            *a &= other.words.get(i).copied().unwrap_or(0);
        }
    }

    /// Takes out all sites of another set.
    #[inline]
    pub fn subtract(&mut self, other: &SiteSet) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= !b;
        }
    }

    /// The sites as the bits of words, 64 in each.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Adds sites given as the bits of a word, within the width of the set.
    #[inline]
    pub(crate) fn add_word(&mut self, word: usize, sites: u64) {
        if let Some(word) = self.words.get_mut(word) {
            *word |= sites;
        }
    }

    /// The same set with room for sites below this number, so that sets of one board have one width.
    pub(crate) fn widened(mut self, sites: usize) -> Self {
        self.words.resize(sites.div_ceil(64).max(self.words.len()), 0);
        self
    }

    /// The sites below this number that it does not hold.
    pub(crate) fn complement(&self, n: usize) -> Self {
        let mut others = self.clone();
        others.words.resize(n.div_ceil(64), 0);
        others.words.iter_mut().for_each(|word| *word = !*word);
        if let Some(last) = others.words.last_mut().filter(|_| !n.is_multiple_of(64)) {
            *last &= (1 << (n % 64)) - 1;
        }
        others
    }

    /// The first words, with zeros where there are fewer.
    #[inline]
    pub(crate) fn first_words<const W: usize>(&self) -> [u64; W] {
        self.words.first_chunk().copied().unwrap_or_else(|| {
            let mut words = [0; W];
            words.iter_mut().zip(&self.words).for_each(|(word, &of)| *word = of);
            words
        })
    }

    /// The sites of this set that are joined to a start by neighbours in it, the start among them; `None` as soon as
    /// one of them has a neighbour in `stop`.
    pub(crate) fn joined_to(&self, start: i32, near: &Adjacency, stop: Option<&SiteSet>) -> Option<SiteSet> {
        match near.sites().div_ceil(64) {
            0 | 1 => self.joined::<1>(start, near, stop),
            2 => self.joined::<2>(start, near, stop),
            3 => self.joined::<3>(start, near, stop),
            4 => self.joined::<4>(start, near, stop),
            _ => self.joined::<{ SiteSet::WIDEST }>(start, near, stop),
        }
    }

    /// The most words of the sets of a board whose groups are found by [`SiteSet::joined_to`].
    pub(crate) const WIDEST: usize = 6;

    /// The same for a board of so many words.
    fn joined<const W: usize>(&self, start: i32, near: &Adjacency, stop: Option<&SiteSet>) -> Option<SiteSet> {
        let mut rest: [u64; W] = self.first_words();
        let stop: [u64; W] = stop.map_or([0; W], SiteSet::first_words);
        let (mut group, mut fresh) = ([0u64; W], [0u64; W]);
        let start = usize::try_from(start).ok()?;
        *fresh.get_mut(start / 64)? = 1 << (start % 64);
        rest[start / 64] &= !(1 << (start % 64));
        while let Some(index) = fresh.iter().position(|&word| word != 0) {
            let bit = fresh[index].trailing_zeros() as usize;
            fresh[index] &= fresh[index] - 1;
            group[index] |= 1 << bit;
            let mut stopped = 0;
            let mut reach = |word: usize, sites: u64| {
                if word < W {
                    stopped |= stop[word] & sites;
                    fresh[word] |= rest[word] & sites;
                    rest[word] &= !sites;
                }
            };
            if W <= Adjacency::NARROW {
                near.row(index * 64 + bit).iter().enumerate().for_each(|(word, &sites)| reach(word, sites));
            } else {
                near.parts(index * 64 + bit).iter().for_each(|&(word, sites)| reach(word as usize, sites));
            }
            if stopped != 0 {
                return None;
            }
        }
        Some(SiteSet::of_words(&group))
    }

    /// Whether all its sites are in the other set.
    pub(crate) fn is_subset_of(&self, other: &SiteSet) -> bool {
        let theirs = other.words.iter().copied().chain(std::iter::repeat(0));
        self.words.iter().zip(theirs).all(|(a, b)| a & !b == 0)
    }

    /// How many sites the two sets share.
    #[inline]
    pub(crate) fn common_len(&self, other: &SiteSet) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// Whether the two sets share a site.
    #[inline]
    pub fn intersects(&self, other: &SiteSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }
}

impl PartialEq for SiteSet {
    fn eq(&self, other: &Self) -> bool {
        let longest = self.words.len().max(other.words.len());
        (0..longest).all(|i| self.words.get(i).copied().unwrap_or(0) == other.words.get(i).copied().unwrap_or(0))
    }
}

impl fmt::Debug for SiteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<i32> for SiteSet {
    fn from_iter<I: IntoIterator<Item = i32>>(sites: I) -> Self {
        let mut set = SiteSet::new();
        for site in sites {
            set.insert(site);
        }
        set
    }
}

impl FromIterator<bool> for SiteSet {
    /// From whether each site from 0 on is in it.
    #[inline]
    fn from_iter<I: IntoIterator<Item = bool>>(there: I) -> Self {
        let (mut words, mut word, mut bit) = (SmallVec::new(), 0, 0);
        for there in there {
            word |= u64::from(there) << bit;
            bit += 1;
            if bit == 64 {
                words.push(word);
                (word, bit) = (0, 0);
            }
        }
        if bit > 0 {
            words.push(word);
        }
        SiteSet { words }
    }
}

impl FromIterator<u64> for SiteSet {
    /// From words, each of 64 sites.
    fn from_iter<I: IntoIterator<Item = u64>>(words: I) -> Self {
        SiteSet { words: words.into_iter().collect() }
    }
}

impl<'a> FromIterator<&'a u32> for SiteSet {
    fn from_iter<I: IntoIterator<Item = &'a u32>>(sites: I) -> Self {
        sites.into_iter().map(|&site| i32::try_from(site).unwrap_or(-1)).collect()
    }
}

impl<'a> IntoIterator for &'a SiteSet {
    type Item = i32;
    type IntoIter = Iter<'a>;

    #[inline]
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Ascending iterator over a [`SiteSet`].
pub struct Iter<'a> {
    words: &'a [u64],
    index: usize,
    current: u64,
}

impl Iterator for Iter<'_> {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        while self.current == 0 {
            self.index += 1;
            self.current = *self.words.get(self.index)?;
        }
        let bit = self.current.trailing_zeros() as usize;
        self.current &= self.current - 1;
        i32::try_from(self.index * 64 + bit).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_different_width_compare_by_content() {
        let mut wide: SiteSet = [3, 700].into_iter().collect();
        wide.remove(700);
        assert_eq!(wide, [3].into_iter().collect());
    }

    #[test]
    fn iteration_is_ascending_and_drops_negatives() {
        let set: SiteSet = [65, -4, 2, 64, 2].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [2, 64, 65]);
        assert_eq!(set.len(), 3);
    }

    #[test]
    fn a_set_and_its_complement_are_all_sites() {
        let set: SiteSet = [0, 5, 63, 64, 70, 129].into_iter().collect();
        for n in [1, 64, 65, 128, 130, 192, 200] {
            let others = set.complement(n);
            assert!((0..200).all(|site| others.contains(site) == (site < n as i32 && !set.contains(site))), "{n}");
        }
    }

    #[test]
    fn below_fills_whole_and_partial_words() {
        assert_eq!(SiteSet::below(130).len(), 130);
        assert_eq!(SiteSet::below(128).len(), 128);
        assert!(SiteSet::below(0).is_empty());
    }
}
