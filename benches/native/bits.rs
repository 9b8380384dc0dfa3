//! Sets of sites and small counters for all sites at once.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of up to 64 `W` sites.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    pub const NONE: Self = Bits([0; W]);

    #[inline(always)]
    pub fn one(site: usize) -> Self {
        let mut set = Self::NONE;
        set.insert(site);
        set
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Bits(std::array::from_fn(|i| f(self.0[i])))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Bits(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// The word and the bit of a site; with one word there is nothing to choose.
    #[inline(always)]
    fn place(site: usize) -> (usize, u32) {
        (if W == 1 { 0 } else { site >> 6 }, (site & 63) as u32)
    }

    #[inline(always)]
    pub fn insert(&mut self, site: usize) {
        let (word, bit) = Self::place(site);
        self.0[word] |= 1 << bit;
    }

    #[inline(always)]
    pub fn remove(&mut self, site: usize) {
        let (word, bit) = Self::place(site);
        self.0[word] &= !(1 << bit);
    }

    #[inline(always)]
    pub fn toggle(&mut self, site: usize) {
        let (word, bit) = Self::place(site);
        self.0[word] ^= 1 << bit;
    }

    #[inline(always)]
    pub fn has(&self, site: usize) -> bool {
        let (word, bit) = Self::place(site);
        self.0[word] >> bit & 1 != 0
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The set prepared for drawing from it.
    #[inline(always)]
    pub fn ranked(self) -> Ranked<W> {
        Ranked { set: self, up_to: self.0.map(count_up_to) }
    }

    /// The site that has `rank` others of the set before it.
    #[inline(always)]
    pub fn nth(self, rank: u32) -> usize {
        self.ranked().nth(rank)
    }

    /// The sites in rising order.
    #[inline(always)]
    pub fn sites(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    64 * i + bit
                })
            })
        })
    }

    /// The lowest site.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        (0..W).find(|&i| self.0[i] != 0).map(|i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    /// Each site's number raised by `n`, which is from 1 to 63.
    #[inline(always)]
    pub fn up(self, n: u32) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] << n | if i > 0 { self.0[i - 1] >> (64 - n) } else { 0 }))
    }

    /// Each site's number lowered by `n`, which is from 1 to 63.
    #[inline(always)]
    pub fn down(self, n: u32) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] >> n | if i + 1 < W { self.0[i + 1] << (64 - n) } else { 0 }))
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> BitXor for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.map(|a| !a)
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(sites: I) -> Self {
        let mut set = Self::NONE;
        sites.into_iter().for_each(|site| set.insert(site));
        set
    }
}

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// By byte and rank, the place of the bit of this rank.
static IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][rank] = bit as u8;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// In each byte, how many bits are set in this byte and those below.
#[inline(always)]
fn count_up_to(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(LOW)
}

/// A set and how many of its sites are in each byte and those below it in the same word: what both its number of sites
/// and a site of a certain rank are found from.
#[derive(Clone, Copy)]
pub struct Ranked<const W: usize> {
    set: Bits<W>,
    up_to: [u64; W],
}

impl<const W: usize> Ranked<W> {
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.up_to.iter().map(|up_to| (up_to >> 56) as u32).sum()
    }

    /// The site that has `rank` others of the set before it: the word, then the byte by comparing the counts of all eight
    /// with the rank at once, then the bit by a table. No branch to be mispredicted.
    #[inline(always)]
    pub fn nth(&self, mut rank: u32) -> usize {
        let (mut word, mut up_to, mut base) = (self.set.0[0], self.up_to[0], 0);
        for i in 1..W {
            let count = (up_to >> 56) as u32;
            // The word before this one is the right one as soon as the rank is within it; from then on nothing changes.
            let go_on = rank >= count && base == 64 * (i - 1);
            word = if go_on { self.set.0[i] } else { word };
            up_to = if go_on { self.up_to[i] } else { up_to };
            rank -= if go_on { count } else { 0 };
            base = if go_on { 64 * i } else { base };
        }
        let beyond = ((up_to | HIGH) - (u64::from(rank) + 1) * LOW) & HIGH;
        let shift = beyond.trailing_zeros() & 0x38;
        let before = (up_to << 8 >> shift) as u32 & 0xff;
        let byte = (word >> shift) as u8;
        base + shift as usize + IN_BYTE[byte as usize][(rank - before) as usize & 7] as usize
    }
}

/// A number of `P` bits for each site, kept as one set for each bit.
#[derive(Clone, Copy, Debug)]
pub struct Counts<const W: usize, const P: usize>(pub [Bits<W>; P]);

impl<const W: usize, const P: usize> Counts<W, P> {
    pub const ZERO: Self = Counts([Bits::NONE; P]);

    /// One more on each site of a set.
    #[inline(always)]
    pub fn raise(&mut self, set: Bits<W>) {
        let mut carry = set;
        for plane in &mut self.0 {
            let next = *plane & carry;
            *plane = *plane ^ carry;
            carry = next;
        }
    }

    /// One less on each site of a set.
    #[inline(always)]
    pub fn lower(&mut self, set: Bits<W>) {
        let mut borrow = set;
        for plane in &mut self.0 {
            let next = borrow.and_not(*plane);
            *plane = *plane ^ borrow;
            borrow = next;
        }
    }

    /// The sites whose number is at least `least`. With a constant all but a few operations go away.
    #[inline(always)]
    pub fn at_least(&self, least: u32) -> Bits<W> {
        if least >> P != 0 {
            return Bits::NONE;
        }
        let mut set = !Bits::NONE;
        for (i, plane) in self.0.iter().enumerate() {
            set = if least >> i & 1 != 0 { set & *plane } else { set | *plane };
        }
        set
    }

    /// The sites whose number is `number`.
    #[inline(always)]
    pub fn equal(&self, number: u32) -> Bits<W> {
        let mut set = !Bits::NONE;
        for (i, plane) in self.0.iter().enumerate() {
            set = if number >> i & 1 != 0 { set & *plane } else { set.and_not(*plane) };
        }
        set
    }
}
