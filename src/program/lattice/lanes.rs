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
    /// Whether all bits are 0.
    fn is_zero(self) -> bool;
    /// The bits of both.
    fn and(self, other: Self) -> Self;
    /// The bits of either.
    fn or(self, other: Self) -> Self;
    /// The bits of one but not both.
    fn xor(self, other: Self) -> Self;
    /// The bits of these, and those of both others.
    #[inline(always)]
    fn or_both(self, other: Self, third: Self) -> Self {
        self.or(other.and(third))
    }
    /// The bits of each word turned around by 0 to 63, upward.
    fn turned(self, by: u64) -> Self;
    /// The bits of each word moved up by 1 to 63, those that leave the word below coming in if there is one.
    fn up(self, below: Option<Self>, by: u32) -> Self;
    /// The bits of each word moved down by 1 to 63, those that leave the word above coming in if there is one.
    fn down(self, above: Option<Self>, by: u32) -> Self;
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
    fn turned(self, by: u64) -> Self {
        Single(self.0.rotate_left(by as u32))
    }

    #[inline(always)]
    fn up(self, below: Option<Self>, by: u32) -> Self {
        let Some(below) = below else { return Single(self.0 << (by & 63)) };
        Single(self.0 << (by & 63) | below.0 >> ((64 - by) & 63))
    }

    #[inline(always)]
    fn down(self, above: Option<Self>, by: u32) -> Self {
        let Some(above) = above else { return Single(self.0 >> (by & 63)) };
        Single(self.0 >> (by & 63) | above.0 << ((64 - by) & 63))
    }
}
