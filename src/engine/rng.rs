//! The random stream of a game.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The generator Ludii 1.3.12 plays with: SplitMix64, and its ways of drawing integers and reals from it.
#[derive(Debug, Clone)]
pub struct GameRng {
    inner: SplitMix64,
}

impl GameRng {
    /// A stream that starts in this state.
    pub fn from_state(state: u64) -> Self {
        GameRng { inner: SplitMix64::seed_from_u64(state) }
    }

    #[inline]
    fn int32(&mut self) -> i32 {
        let next = self.inner.next_u64();
        ((next >> 32) as u32 ^ next as u32) as i32
    }

    /// A number from 0 up to but without `n`; 0 for `n` below 1.
    #[inline]
    pub fn below(&mut self, n: i32) -> i32 {
        if n <= 0 {
            return 0;
        }
        if n & (n - 1) == 0 {
            let b = self.int32() as u32 >> 1;
            return ((i64::from(n) * i64::from(b)) >> 31) as i32;
        }
        loop {
            let b = (self.int32() as u32 >> 1) as i32;
            let v = b % n;
            if i64::from(b) - i64::from(v) + i64::from(n) - 1 < 1 << 31 {
                return v;
            }
        }
    }

    /// A real number from 0 up to but without 1.
    pub fn unit(&mut self) -> f64 {
        (self.inner.next_u64() >> 12) as f64 * 2f64.powi(-52)
    }

    /// Turns to another stream, for evaluations on a scratch copy, which must not use up the game's own numbers.
    pub fn branch(&mut self) {
        let seed = self.inner.next_u64();
        self.inner = SplitMix64::seed_from_u64(seed);
    }
}
