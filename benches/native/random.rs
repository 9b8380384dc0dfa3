//! Random numbers.

use rand_xoshiro::Xoroshiro128PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of random numbers small enough for registers.
pub struct Random(Xoroshiro128PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(Xoroshiro128PlusPlus::seed_from_u64(seed))
    }

    /// A number below `n`. No number is preferred by more than `n` parts in 2^32.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.0.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }
}
