//! The random stream of a game.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The generator Ludii 1.3.12 plays with: SplitMix64, and its ways of drawing integers and reals from it.
#[derive(Debug, Clone)]
pub struct GameRng {
    inner: SplitMix64,
    /// What is drawn next: made while nobody waits for it.
    ahead: u64,
}

/// For each of the smaller divisors 2 to the power of 64 divided by it, rounded up.
///
/// The remainder of a number of 32 bits is found with it by two multiplications, in less time than by a division (D. Lemire,
/// O. Kaser, N. Kurz, "Faster remainder by direct computation", 2019).
static RECIPROCALS: [u64; 1 << 9] = reciprocals();

const fn reciprocals() -> [u64; 1 << 9] {
    let mut all = [0; 1 << 9];
    let mut divisor = 1;
    while divisor < all.len() {
        all[divisor] = (u64::MAX / divisor as u64).wrapping_add(1);
        divisor += 1;
    }
    all
}

/// The remainder of a division by a number that is not 0.
#[inline]
fn remainder(number: u32, by: u32) -> u32 {
    match RECIPROCALS.get(by as usize) {
        Some(reciprocal) => {
            let fraction = reciprocal.wrapping_mul(u64::from(number));
            ((u128::from(fraction) * u128::from(by)) >> 64) as u32
        }
        None => number % by,
    }
}

impl GameRng {
    /// A stream that starts in this state.
    pub fn from_state(state: u64) -> Self {
        let mut inner = SplitMix64::seed_from_u64(state);
        let ahead = inner.next_u64();
        GameRng { inner, ahead }
    }

    #[inline]
    fn draw(&mut self) -> u64 {
        std::mem::replace(&mut self.ahead, self.inner.next_u64())
    }

    #[inline]
    fn int32(&mut self) -> i32 {
        let next = self.draw();
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
            let bits = self.int32() as u32 >> 1;
            let (b, v) = (bits as i32, remainder(bits, n as u32) as i32);
            if i64::from(b) - i64::from(v) + i64::from(n) - 1 < 1 << 31 {
                return v;
            }
        }
    }

    /// A real number from 0 up to but without 1.
    pub fn unit(&mut self) -> f64 {
        (self.draw() >> 12) as f64 * 2f64.powi(-52)
    }

    /// Turns to another stream, for evaluations on a scratch copy, which must not use up the game's own numbers.
    pub fn branch(&mut self) {
        *self = GameRng::from_state(self.draw());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_are_those_of_divisions() {
        let mut random = GameRng::from_state(1);
        for by in 1..600 {
            for number in [0, 1, by - 1, by, by + 1, u32::MAX >> 1, u32::MAX, random.int32() as u32] {
                assert_eq!(remainder(number, by), number % by, "{number} by {by}");
            }
        }
    }
}
