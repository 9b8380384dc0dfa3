//! Sets of sites of a width fixed when the board is known.

use std::ops::{BitAnd, BitOr, BitXor, Sub};

/// A set of board sites: bit `s` of the words stands for site `s`.
///
/// `W` words hold boards of up to `64 * W` sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Set<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Set<W> {
    #[inline(always)]
    fn default() -> Self {
        Set([0; W])
    }
}

impl<const W: usize> Set<W> {
    /// No sites.
    pub const EMPTY: Set<W> = Set([0; W]);

    /// The set whose words are the first `W` of these, zero where there are fewer.
    pub fn from_words(words: &[u64]) -> Self {
        let mut set = Set::EMPTY;
        for (to, from) in set.0.iter_mut().zip(words) {
            *to = *from;
        }
        set
    }

    /// One site.
    #[inline(always)]
    pub fn one(site: usize) -> Self {
        let mut set = Set::EMPTY;
        set.insert(site);
        set
    }

    /// Adds a site; nothing for a site beyond the width.
    #[inline(always)]
    pub fn insert(&mut self, site: usize) {
        if let Some(word) = self.0.get_mut(site >> 6) {
            *word |= 1 << (site & 63);
        }
    }

    /// Takes a site out.
    #[inline(always)]
    pub fn remove(&mut self, site: usize) {
        if let Some(word) = self.0.get_mut(site >> 6) {
            *word &= !(1 << (site & 63));
        }
    }

    /// Whether a site is in the set.
    #[inline(always)]
    pub fn contains(&self, site: usize) -> bool {
        self.0.get(site >> 6).is_some_and(|word| word >> (site & 63) & 1 == 1)
    }

    /// Whether a site is in the set; a negative one never is.
    #[inline(always)]
    pub fn has(&self, site: i32) -> bool {
        usize::try_from(site).is_ok_and(|site| self.contains(site))
    }

    /// How many sites.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        if W == 1 || cfg!(target_feature = "popcnt") {
            return self.0.iter().map(|word| word.count_ones()).sum();
        }
        // Without an instruction for it the last steps of counting bits are made for three words together: the numbers
        // of their bits fit in a byte.
        let threes = self.0.chunks(3).map(|words| {
            let bytes = words.iter().fold(0u64, |bytes, &word| {
                let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
                let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
                bytes + ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f)
            });
            (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
        });
        threes.sum()
    }

    /// Whether there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether there is exactly one site.
    #[inline(always)]
    pub fn is_single(&self) -> bool {
        if W == 1 {
            return self.0[0].is_power_of_two();
        }
        let (mut all, mut more, mut i) = (0, 0, 0);
        while i < W {
            let word = self.0[i];
            more |= word & word.wrapping_sub(1) | if all == 0 { 0 } else { word };
            all |= word;
            i += 1;
        }
        all != 0 && more == 0
    }

    /// Whether every site of this set is in the other.
    #[inline(always)]
    pub fn within(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// Whether the sets share a site.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The lowest site.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        self.0.iter().position(|&word| word != 0).map(|i| (i << 6) + self.0[i].trailing_zeros() as usize)
    }

    /// Takes the lowest site out and gives it.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<usize> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some((i << 6) + bit);
            }
        }
        None
    }

    /// The site with `index` lower ones in the set.
    #[inline(always)]
    pub fn nth(&self, index: u32) -> Option<usize> {
        let mut left = index;
        for (i, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if left >= here {
                left -= here;
                continue;
            }
            return Some((i << 6) + nth_bit(word, left));
        }
        None
    }

    /// The set with every site moved up by a number of bits below `64 * W`.
    #[inline(always)]
    pub fn up(&self, by: usize) -> Self {
        let (words, bits) = (by >> 6, by & 63);
        let mut out = [0; W];
        for (i, to) in out.iter_mut().enumerate().skip(words) {
            *to = self.0[i - words] << bits;
            if bits > 0 && i > words {
                *to |= self.0[i - words - 1] >> (64 - bits);
            }
        }
        Set(out)
    }

    /// The set with every site moved down by a number of bits below `64 * W`.
    #[inline(always)]
    pub fn down(&self, by: usize) -> Self {
        let (words, bits) = (by >> 6, by & 63);
        let mut out = [0; W];
        for (i, to) in out.iter_mut().enumerate().take(W.saturating_sub(words)) {
            *to = self.0[i + words] >> bits;
            if bits > 0 && i + words + 1 < W {
                *to |= self.0[i + words + 1] << (64 - bits);
            }
        }
        Set(out)
    }
}

/// The place of the bit of a word that has `index` set ones below it; there must be one.
#[inline(always)]
fn nth_bit(word: u64, index: u32) -> usize {
    // Numbers of bits summed up byte by byte tell in which byte it is.
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = ONES << 7;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    // The bytes whose sum is not above the index have their highest bit set, all below the one that is looked for.
    let below = (((u64::from(index) * ONES) | TOPS) - sums) & TOPS;
    let shift = ((below >> 7).wrapping_mul(ONES) >> 56) as u32 * 8;
    let before = (sums << 8 >> shift & 0xff) as u32;
    let mut byte = word >> shift;
    for _ in before..index {
        byte &= byte - 1;
    }
    shift as usize + byte.trailing_zeros() as usize
}

impl<const W: usize> BitAnd for Set<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        let mut i = 0;
        while i < W {
            self.0[i] &= other.0[i];
            i += 1;
        }
        self
    }
}

impl<const W: usize> BitOr for Set<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        let mut i = 0;
        while i < W {
            self.0[i] |= other.0[i];
            i += 1;
        }
        self
    }
}

impl<const W: usize> BitXor for Set<W> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(mut self, other: Self) -> Self {
        let mut i = 0;
        while i < W {
            self.0[i] ^= other.0[i];
            i += 1;
        }
        self
    }
}

impl<const W: usize> Sub for Set<W> {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        let mut i = 0;
        while i < W {
            self.0[i] &= !other.0[i];
            i += 1;
        }
        self
    }
}

impl<const W: usize> Iterator for Set<W> {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        self.pop()
    }

    /// One loop a word, so that the words left stay in registers.
    #[inline(always)]
    fn fold<B, F: FnMut(B, usize) -> B>(self, init: B, mut f: F) -> B {
        let mut all = init;
        let mut i = 0;
        while i < W {
            let mut word = self.0[i];
            while word != 0 {
                all = f(all, (i << 6) + word.trailing_zeros() as usize);
                word &= word - 1;
            }
            i += 1;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_move_across_words() {
        let sites = [0, 5, 63, 64, 100, 127, 130];
        let set: Set<3> = sites.into_iter().fold(Set::EMPTY, |set, site| set | Set::one(site));
        for by in [0, 1, 7, 63, 64, 65, 100] {
            let up: Vec<usize> = set.up(by).collect();
            let down: Vec<usize> = set.down(by).collect();
            assert_eq!(up, sites.iter().map(|s| s + by).filter(|&s| s < 192).collect::<Vec<_>>());
            assert_eq!(down, sites.iter().filter_map(|s| s.checked_sub(by)).collect::<Vec<_>>());
        }
        assert_eq!(set.nth(4), Some(100));
        for word in [1, 1 << 63, u64::MAX, 0x8000_0000_0000_0001, 0x00ff_1234_8001_0f0f, 0xaaaa_5555_0000_ffff] {
            let set = Set([word]);
            assert!((0..set.len()).filter_map(|index| set.nth(index)).eq(set), "{word:x}");
            assert_eq!(set.nth(set.len()), None);
        }
        assert_eq!(set.nth(7), None);
        assert_eq!(set.len(), 7);
        assert_eq!(set.fold(Vec::new(), |all, site| [all, vec![site]].concat()), sites);
        let single = |sites: &[usize]| sites.iter().fold(Set::<3>::EMPTY, |set, &s| set | Set::one(s)).is_single();
        assert!(single(&[0]) && single(&[63]) && single(&[64]) && single(&[130]));
        assert!(!single(&[]) && !single(&[0, 1]) && !single(&[63, 64]) && !single(&[5, 130]) && !single(&[64, 128]));
    }
}
