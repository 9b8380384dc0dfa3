//! Words of several sets at once.

/// A word of each of several sets, and what a processor does with words.
pub trait Lanes: Copy {
    /// How many words.
    const COUNT: usize;

    /// The first words of a list; zeros if there are too few.
    fn load(words: &[u64]) -> Self;
    /// Puts the words at the beginning of a list, unless that is too short.
    fn store(self, words: &mut [u64]);
    /// The same word in each lane.
    fn splat(word: u64) -> Self;
    /// The word of a lane.
    fn lane(self, lane: usize) -> u64;
    /// Whether all bits are 0.
    fn is_zero(self) -> bool;
    /// The bits of both.
    fn and(self, other: Self) -> Self;
    /// The bits of either.
    fn or(self, other: Self) -> Self;
    /// The bits of one but not both.
    fn xor(self, other: Self) -> Self;
    /// The bits of each word turned around by 0 to 63, upward.
    fn turned(self, by: Self) -> Self;
    /// The bits of each word moved up, those that leave the word below coming in.
    fn up(self, below: Self, shift: &Shift<Self>) -> Self;
    /// The bits of each word moved down, those that leave the word above coming in.
    fn down(self, above: Self, shift: &Shift<Self>) -> Self;
}

/// How far bits are moved.
#[derive(Debug, Clone, Copy)]
pub struct Shift<V> {
    /// By 1 to 63.
    pub by: u32,
    /// The bits that come in from below when bits are moved up.
    pub low: V,
    /// The bits that come in from above when bits are moved down.
    pub high: V,
}

/// One word, on any processor.
#[derive(Debug, Clone, Copy)]
pub struct Single(pub(super) u64);

impl Lanes for Single {
    const COUNT: usize = 1;

    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        Single(words.first().copied().unwrap_or(0))
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        if let Some(word) = words.first_mut() {
            *word = self.0;
        }
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Single(word)
    }

    #[inline(always)]
    fn lane(self, _: usize) -> u64 {
        self.0
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Single(self.0 & other.0)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Single(self.0 | other.0)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Single(self.0 ^ other.0)
    }

    #[inline(always)]
    fn turned(self, by: Self) -> Self {
        Single(self.0.rotate_left(by.0 as u32))
    }

    #[inline(always)]
    fn up(self, below: Self, shift: &Shift<Self>) -> Self {
        Single(self.0 << (shift.by & 63) | below.0 >> ((64 - shift.by) & 63))
    }

    #[inline(always)]
    fn down(self, above: Self, shift: &Shift<Self>) -> Self {
        Single(self.0 >> (shift.by & 63) | above.0 << ((64 - shift.by) & 63))
    }
}
