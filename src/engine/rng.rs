//! The random stream of a game.

use crate::hint::select_unpredictable;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The generator Ludii 1.3.12 plays with: SplitMix64, and its ways of drawing integers and reals from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRng {
    inner: SplitMix64,
    /// What is drawn next: made while nobody waits for it.
    ahead: u64,
    /// What the streams of copies of the position start from.
    copies: SplitMix64,
}

/// For each of the smaller divisors 2 to the power of 64 divided by it, rounded up.
///
/// The remainder of a number of 32 bits is found with it by two multiplications, in less time than by a division (D.
/// Lemire, O. Kaser, N. Kurz, "Faster remainder by direct computation", 2019).
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

/// The remainder of a division by a number of which this is the reciprocal.
#[inline]
fn remainder(number: u32, by: u32, reciprocal: u64) -> u32 {
    let fraction = reciprocal.wrapping_mul(u64::from(number));
    ((u128::from(fraction) * u128::from(by)) >> 64) as u32
}

/// Whether all numbers with the same quotient as this one are numbers of 31 bits.
///
/// Where only some are, they have only the small remainders, which would be drawn more often than the others.
#[inline]
fn is_fair(number: u32, remainder: u32, by: u32) -> bool {
    number - remainder <= (1 << 31) - by
}

impl GameRng {
    /// A stream that starts in this state.
    pub fn from_state(state: u64) -> Self {
        let mut inner = SplitMix64::seed_from_u64(state);
        let ahead = inner.next_u64();
        GameRng { inner, ahead, copies: SplitMix64::seed_from_u64(!state) }
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
        let Ok(by @ 1..) = u32::try_from(n) else { return 0 };
        self.below_at_once(by).unwrap_or_else(|| self.below_again(by)) as i32
    }

    /// An index below so many; 0 where there are none.
    #[inline]
    pub fn index(&mut self, count: usize) -> usize {
        self.below(i32::try_from(count).unwrap_or(i32::MAX)) as usize
    }

    /// As [`Self::below`] for a number above 0, if it does not take a second try, as in [`Self::below_again`].
    #[inline]
    fn below_at_once(&mut self, by: u32) -> Option<u32> {
        let bits = self.int32() as u32 >> 1;
        let number = match RECIPROCALS.get(by as usize) {
            Some(&reciprocal) => remainder(bits, by, reciprocal),
            None => bits % by,
        };
        // Where the divisor is a power of two every number is fair.
        let high = ((u64::from(by) * u64::from(bits)) >> 31) as u32;
        is_fair(bits, number, by).then(|| select_unpredictable(by.is_power_of_two(), high, number))
    }

    /// The same after numbers in vain. Apart from the rest, which is hardly ever left and needs fewer registers.
    #[cold]
    #[inline(never)]
    fn below_again(&mut self, by: u32) -> u32 {
        loop {
            let bits = self.int32() as u32 >> 1;
            if is_fair(bits, bits % by, by) {
                return bits % by;
            }
        }
    }

    /// A real number from 0 up to but without 1.
    pub fn unit(&mut self) -> f64 {
        (self.draw() >> 12) as f64 * 2f64.powi(-52)
    }

    /// The stream that the next copy of the position draws from, so that what is tried out there does not use up the
    /// game's own numbers.
    pub fn of_copy(&self) -> GameRng {
        GameRng::from_state(self.copies.clone().next_u64())
    }

    /// Goes on to the stream of another copy, once the numbers of this one are used up.
    pub fn next_copy(&mut self) {
        self.copies.next_u64();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_are_those_of_divisions() {
        let mut random = GameRng::from_state(1);
        for (by, &reciprocal) in (0..).zip(&RECIPROCALS).skip(1) {
            for number in [0, 1, by - 1, by, by + 1, u32::MAX >> 1, u32::MAX, random.int32() as u32] {
                assert_eq!(remainder(number, by, reciprocal), number % by, "{number} by {by}");
            }
        }
    }

    #[test]
    fn copies_have_streams_of_their_own() {
        let mut random = GameRng::from_state(1);
        let mut first = random.of_copy();
        assert_eq!(first, random.of_copy());
        random.next_copy();
        let numbers = |mut stream: GameRng| [(); 4].map(|()| stream.draw());
        let all =
            [numbers(random.clone()), numbers(random.of_copy()), numbers(first.clone()), numbers(first.of_copy())];
        first.next_copy();
        let others = all.iter().filter(|one| **one != numbers(first.of_copy()));
        assert_eq!(others.count(), all.len());
        assert!(all.iter().enumerate().all(|(i, one)| !all[..i].contains(one)));
        assert_eq!(numbers(random), numbers(GameRng::from_state(1)));
    }

    /// The recipe as it is told: a number that leaves a quotient without all its remainders makes way for the next one.
    fn told(random: &mut GameRng, n: u32) -> u32 {
        loop {
            let bits = random.int32() as u32 >> 1;
            if n.is_power_of_two() {
                return ((u64::from(n) * u64::from(bits)) >> 31) as u32;
            }
            let last_full = (1u32 << 31) / n * n;
            if bits < last_full {
                return bits % n;
            }
        }
    }

    #[test]
    fn numbers_are_drawn_as_told() {
        let most = i32::MAX as u32;
        for n in [1, 2, 3, 7, 64, 200, 511, 512, 513, 1_000_003, (1 << 30) - 1, 1 << 30, (1 << 30) + 1, most] {
            let (mut one, mut other) = (GameRng::from_state(7), GameRng::from_state(7));
            for _ in 0..200 {
                assert_eq!(one.below(n as i32) as u32, told(&mut other, n), "below {n}");
            }
        }
        assert_eq!(GameRng::from_state(7).below(0), 0);
        assert_eq!(GameRng::from_state(7).below(-3), 0);
    }
}
