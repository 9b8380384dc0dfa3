//! Walks on a lattice: as many at the same time as the processor has lanes for.

use super::tables::OnLattice;
use crate::program::lattice::{Lanes, Shift, Single};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// How walks are followed on this processor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Follow {
    /// How many words a register has, a power of 2.
    pub lanes: usize,
    /// Follows one walk forward, its sets in lanes.
    pub one: Function,
    /// Follows one walk backward, its sets in lanes.
    pub one_back: Function,
    /// Follows so many walks forward, in lanes.
    pub many: Function,
}

/// What follows so many walks; what is found takes the place of the first set.
type Function = unsafe extern "C" fn(*const OnLattice, *mut u64, u64);

/// How walks are followed on this processor.
pub(super) fn follow() -> Follow {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2") {
        if is_x86_feature_detected!("avx512f") {
            return Follow { lanes: Eight::COUNT, one: one_by_eight, one_back: back_by_eight, many: many_by_eight };
        }
        return Follow { lanes: Four::COUNT, one: one_by_four, one_back: back_by_four, many: many_by_four };
    }
    Follow { lanes: Single::COUNT, one: one_anywhere, one_back: back_anywhere, many: many_anywhere }
}

macro_rules! followers {
    ($($(#[$processor:meta])* $lanes:ident $one:ident $back:ident $many:ident)*) => {$(
        $(#[$processor])*
        unsafe extern "C" fn $one(walk: *const OnLattice, sets: *mut u64, _: u64) {
            unsafe { one::<$lanes>(walk, true, sets) }
        }

        $(#[$processor])*
        unsafe extern "C" fn $back(walk: *const OnLattice, sets: *mut u64, _: u64) {
            unsafe { one::<$lanes>(walk, false, sets) }
        }

        $(#[$processor])*
        unsafe extern "C" fn $many(walk: *const OnLattice, sets: *mut u64, walks: u64) {
            unsafe { many::<$lanes>(walk, sets, walks) }
        }
    )*};
}

followers! {
    Single one_anywhere back_anywhere many_anywhere

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    Four one_by_four back_by_four many_by_four

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,bmi1,bmi2")]
    Eight one_by_eight back_by_eight many_by_eight
}

#[inline(always)]
unsafe fn one<V: Lanes>(walk: *const OnLattice, forward: bool, sets: *mut u64) {
    unsafe {
        let walk = &*walk;
        let words = walk.words * walk.demands.sets.next_multiple_of(V::COUNT);
        walk.lattice.walk::<V>(&walk.demands, forward, std::slice::from_raw_parts_mut(sets, words), walk.words);
    }
}

#[inline(always)]
unsafe fn many<V: Lanes>(walk: *const OnLattice, sets: *mut u64, walks: u64) {
    unsafe {
        let walk = &*walk;
        let words = walk.words * walk.demands.sets;
        let walks = walks as usize;
        let all = walks.next_multiple_of(V::COUNT);
        // Nothing has been written for the last lanes.
        for walk in walks..all {
            let first = sets.add((all - V::COUNT) * words + walk % V::COUNT);
            for word in 0..words {
                first.add(word * V::COUNT).write(0);
            }
        }
        walk.lattice.walks::<V>(&walk.demands, true, std::slice::from_raw_parts_mut(sets, all * words), walk.words);
    }
}

/// What registers do in the same way, whatever their length.
#[cfg(target_arch = "x86_64")]
macro_rules! registers {
    ($count:literal $load:ident $store:ident $splat:ident $and:ident $or:ident $xor:ident) => {
        const COUNT: usize = $count;

        #[inline(always)]
        fn load(words: &[u64]) -> Self {
            match words.first_chunk::<$count>() {
                Some(words) => Self(unsafe { $load(words.as_ptr().cast()) }),
                None => Self::splat(0),
            }
        }

        #[inline(always)]
        fn store(self, words: &mut [u64]) {
            if let Some(words) = words.first_chunk_mut::<$count>() {
                unsafe { $store(words.as_mut_ptr().cast(), self.0) }
            }
        }

        #[inline(always)]
        fn splat(word: u64) -> Self {
            Self(unsafe { $splat(word as i64) })
        }

        #[inline(always)]
        fn lane(self, lane: usize) -> u64 {
            let mut words = [0; $count];
            self.store(&mut words);
            words[lane % $count]
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Self(unsafe { $and(self.0, other.0) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Self(unsafe { $or(self.0, other.0) })
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            Self(unsafe { $xor(self.0, other.0) })
        }
    };
}

/// Four words in a register.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Four(__m256i);

#[cfg(target_arch = "x86_64")]
impl Lanes for Four {
    registers! {
        4 _mm256_loadu_si256 _mm256_storeu_si256 _mm256_set1_epi64x _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
    }

    #[inline(always)]
    fn turned(self, by: Self) -> Self {
        Four(unsafe {
            let up = _mm256_castsi256_si128(by.0);
            let down = _mm_sub_epi64(_mm_cvtsi32_si128(64), up);
            _mm256_or_si256(_mm256_sll_epi64(self.0, up), _mm256_srl_epi64(self.0, down))
        })
    }

    #[inline(always)]
    fn up(self, below: Self, shift: &Shift<Self>) -> Self {
        Four(unsafe {
            let (up, down) = (_mm_cvtsi32_si128(shift.by as i32), _mm_cvtsi32_si128(64 - shift.by as i32));
            _mm256_or_si256(_mm256_sll_epi64(self.0, up), _mm256_srl_epi64(below.0, down))
        })
    }

    #[inline(always)]
    fn down(self, above: Self, shift: &Shift<Self>) -> Self {
        Four(unsafe {
            let (down, up) = (_mm_cvtsi32_si128(shift.by as i32), _mm_cvtsi32_si128(64 - shift.by as i32));
            _mm256_or_si256(_mm256_srl_epi64(self.0, down), _mm256_sll_epi64(above.0, up))
        })
    }
}

/// Eight words in a register.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Eight(__m512i);

#[cfg(target_arch = "x86_64")]
impl Lanes for Eight {
    registers! {
        8 _mm512_loadu_si512 _mm512_storeu_si512 _mm512_set1_epi64 _mm512_and_si512 _mm512_or_si512 _mm512_xor_si512
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn turned(self, by: Self) -> Self {
        Eight(unsafe { _mm512_rolv_epi64(self.0, by.0) })
    }

    #[inline(always)]
    fn up(self, below: Self, shift: &Shift<Self>) -> Self {
        let by = Self::splat(u64::from(shift.by));
        self.turned(by).but(below.turned(by), shift.low)
    }

    #[inline(always)]
    fn down(self, above: Self, shift: &Shift<Self>) -> Self {
        let by = Self::splat(u64::from(64 - shift.by));
        self.turned(by).but(above.turned(by), shift.high)
    }
}

#[cfg(target_arch = "x86_64")]
impl Eight {
    /// These bits, but the others in the places of a mask.
    #[inline(always)]
    fn but(self, other: Self, mask: Self) -> Self {
        // Bit `4 a + 2 b + c` of the number says what comes of bits a, b and c.
        Eight(unsafe { _mm512_ternarylogic_epi64::<0b1010_1100>(mask.0, self.0, other.0) })
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::playouts::Chooser;

    /// Lanes do to each word what is done to a single one.
    fn check<V: Lanes>() {
        let mut numbers = Chooser::new(9);
        let mut words = |sparse: bool| -> Vec<u64> {
            let mut word = || (0..8).fold(0, |word, _| word << 8 | numbers.choose(256) as u64);
            (0..V::COUNT).map(|_| if sparse { word() & word() & word() } else { word() }).collect()
        };
        let list = |lanes: V| {
            let mut words = vec![0; V::COUNT];
            lanes.store(&mut words);
            words
        };
        for by in 1..64 {
            let (a, b) = (words(by % 2 == 0), words(false));
            let (x, y) = (V::load(&a), V::load(&b));
            let each = |join: &dyn Fn(Single, Single) -> Single| -> Vec<u64> {
                let single = |word: &u64| Single::load(std::slice::from_ref(word));
                a.iter().zip(&b).map(|(a, b)| join(single(a), single(b)).lane(0)).collect()
            };
            assert_eq!(list(x), a);
            assert_eq!((0..V::COUNT).map(|lane| y.lane(lane)).collect::<Vec<u64>>(), b);
            assert_eq!(list(x.and(y)), each(&Single::and));
            assert_eq!(list(x.or(y)), each(&Single::or));
            assert_eq!(list(x.xor(y)), each(&Single::xor));
            let (low, high) = ((1 << by) - 1, !(u64::MAX >> by));
            let one = Shift { by, low: Single::splat(low), high: Single::splat(high) };
            let all = Shift { by, low: V::splat(low), high: V::splat(high) };
            assert_eq!(list(x.up(y, &all)), each(&|a, b| a.up(b, &one)), "up by {by}");
            assert_eq!(list(x.down(y, &all)), each(&|a, b| a.down(b, &one)), "down by {by}");
            let by = u64::from(by) - 1;
            assert_eq!(list(x.turned(V::splat(by))), each(&|a, _| a.turned(Single::splat(by))), "turned by {by}");
            assert!(x.xor(x).is_zero() && !V::load(&[vec![0; V::COUNT - 1], vec![1]].concat()).is_zero());
        }
    }

    #[test]
    fn all_lanes_are_alike() {
        check::<Single>();
        if is_x86_feature_detected!("avx2") {
            check::<Four>();
        }
        if is_x86_feature_detected!("avx512f") {
            check::<Eight>();
        }
    }
}
