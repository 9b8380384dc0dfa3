//! Walks on a lattice: as many at the same time as the processor has lanes for.

use super::tables::OnLattice;
use crate::program::lattice::{Lanes, Single};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// How walks are followed on this processor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Follow {
    /// How many walks are followed at the same time, a power of 2.
    pub lanes: usize,
    /// Follows so many walks forward, in lanes, laid out as [`Lattice::walks`](crate::program::lattice::Lattice::walks) has
    /// them.
    pub many: Function,
    /// Whether the words of a set are in the lanes where a walk is followed alone, as
    /// [`Lattice::walk`](crate::program::lattice::Lattice::walk) has them.
    pub whole: bool,
    /// Follows one walk forward.
    pub forward: Function,
    /// Follows one walk backward.
    pub backward: Function,
}

/// What follows so many walks. The sets that are found take the place of the first ones.
pub(super) type Function = unsafe extern "C" fn(*const OnLattice, *mut u64, u64);

/// How walks are followed on this processor.
pub(super) fn follow() -> Follow {
    let anywhere = Follow { lanes: Single::COUNT, many: forward, whole: false, forward, backward };
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2");
        if avx512 {
            let (forward, backward) = (forward_whole, backward_whole);
            return Follow { lanes: Eight::COUNT, many: by_eight, whole: true, forward, backward };
        }
        return Follow { lanes: Four::COUNT, many: by_four, ..anywhere };
    }
    anywhere
}

unsafe extern "C" fn forward(walk: *const OnLattice, sets: *mut u64, walks: u64) {
    unsafe { follow_by::<Single>(walk, true, sets, walks) }
}

unsafe extern "C" fn backward(walk: *const OnLattice, sets: *mut u64, walks: u64) {
    unsafe { follow_by::<Single>(walk, false, sets, walks) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe extern "C" fn by_four(walk: *const OnLattice, sets: *mut u64, walks: u64) {
    unsafe { follow_by::<Four>(walk, true, sets, walks) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vbmi2")]
unsafe extern "C" fn by_eight(walk: *const OnLattice, sets: *mut u64, walks: u64) {
    unsafe { follow_by::<Eight>(walk, true, sets, walks) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512vbmi2")]
unsafe extern "C" fn forward_whole(walk: *const OnLattice, sets: *mut u64, _: u64) {
    unsafe { follow_whole(walk, true, sets) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512vbmi2")]
unsafe extern "C" fn backward_whole(walk: *const OnLattice, sets: *mut u64, _: u64) {
    unsafe { follow_whole(walk, false, sets) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn follow_whole(walk: *const OnLattice, forward: bool, sets: *mut u64) {
    unsafe {
        let walk = &*walk;
        let sets = std::slice::from_raw_parts_mut(sets, walk.size_whole);
        walk.lattice.walk::<Whole>(&walk.demands, forward, sets, walk.words);
    }
}

#[inline(always)]
unsafe fn follow_by<V: Lanes>(walk: *const OnLattice, forward: bool, sets: *mut u64, walks: u64) {
    unsafe {
        let walk = &*walk;
        let walks = walks as usize;
        let all = walks.next_multiple_of(V::COUNT);
        let sets = std::slice::from_raw_parts_mut(sets, all * walk.size);
        // The last lanes that are not needed have nowhere to start from.
        for lane in walks..all {
            let first = (all - V::COUNT) * walk.size + lane % V::COUNT;
            for word in 0..walk.lattice.words {
                sets[first + word * V::COUNT] = 0;
            }
        }
        for sets in sets.chunks_exact_mut(walk.size * V::COUNT) {
            walk.lattice.walks::<V>(&walk.demands, forward, sets, walk.words);
        }
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
    fn turned(self, by: u64) -> Self {
        self.up(Some(self), by as u32)
    }

    #[inline(always)]
    fn up(self, below: Option<Self>, by: u32) -> Self {
        Four(unsafe {
            let (up, down) = (_mm_cvtsi32_si128(by as i32), _mm_cvtsi32_si128(64 - by as i32));
            let alone = _mm256_sll_epi64(self.0, up);
            match below {
                Some(below) => _mm256_or_si256(alone, _mm256_srl_epi64(below.0, down)),
                None => alone,
            }
        })
    }

    #[inline(always)]
    fn down(self, above: Option<Self>, by: u32) -> Self {
        Four(unsafe {
            let (down, up) = (_mm_cvtsi32_si128(by as i32), _mm_cvtsi32_si128(64 - by as i32));
            let alone = _mm256_srl_epi64(self.0, down);
            match above {
                Some(above) => _mm256_or_si256(alone, _mm256_sll_epi64(above.0, up)),
                None => alone,
            }
        })
    }
}

/// The four words of one set, of which each takes in what is moved out of the next.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Whole(__m256i);

#[cfg(target_arch = "x86_64")]
impl Lanes for Whole {
    registers! {
        4 _mm256_loadu_si256 _mm256_storeu_si256 _mm256_set1_epi64x _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
    }

    #[inline(always)]
    fn turned(self, by: u64) -> Self {
        Whole(unsafe { _mm256_rolv_epi64(self.0, Self::splat(by).0) })
    }

    #[inline(always)]
    fn up(self, _: Option<Self>, by: u32) -> Self {
        Whole(unsafe {
            let below = _mm256_alignr_epi64::<3>(self.0, _mm256_setzero_si256());
            _mm256_shldv_epi64(self.0, below, Self::splat(u64::from(by)).0)
        })
    }

    #[inline(always)]
    fn down(self, _: Option<Self>, by: u32) -> Self {
        Whole(unsafe {
            let above = _mm256_alignr_epi64::<1>(_mm256_setzero_si256(), self.0);
            _mm256_shrdv_epi64(self.0, above, Self::splat(u64::from(by)).0)
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
    fn or_both(self, other: Self, third: Self) -> Self {
        Eight(unsafe { _mm512_ternarylogic_epi64::<0xF8>(self.0, other.0, third.0) })
    }

    #[inline(always)]
    fn turned(self, by: u64) -> Self {
        Eight(unsafe { _mm512_rolv_epi64(self.0, Self::splat(by).0) })
    }

    #[inline(always)]
    fn up(self, below: Option<Self>, by: u32) -> Self {
        // A shift by 64 or more would be 0, for which the compiler would make up unless it saw that there is none.
        let by = Self::splat(u64::from(by & 63)).0;
        Eight(unsafe {
            match below {
                Some(below) => _mm512_shldv_epi64(self.0, below.0, by),
                None => _mm512_sllv_epi64(self.0, by),
            }
        })
    }

    #[inline(always)]
    fn down(self, above: Option<Self>, by: u32) -> Self {
        let by = Self::splat(u64::from(by & 63)).0;
        Eight(unsafe {
            match above {
                Some(above) => _mm512_shrdv_epi64(self.0, above.0, by),
                None => _mm512_srlv_epi64(self.0, by),
            }
        })
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
            let (x, y, z) = (V::load(&a), V::load(&b), V::load(&words(true)));
            let each = |join: &dyn Fn(Single, Single) -> Single| -> Vec<u64> {
                let single = |word: &u64| Single::load(std::slice::from_ref(word));
                let mut words = vec![0; V::COUNT];
                for ((word, a), b) in words.iter_mut().zip(&a).zip(&b) {
                    join(single(a), single(b)).store(std::slice::from_mut(word));
                }
                words
            };
            assert_eq!(list(x), a);
            assert_eq!(list(x.and(y)), each(&Single::and));
            assert_eq!(list(x.or(y)), each(&Single::or));
            assert_eq!(list(x.xor(y)), each(&Single::xor));
            assert_eq!(list(x.or_both(y, z)), list(x.or(y.and(z))));
            assert_eq!(list(x.up(Some(y), by)), each(&|a, b| a.up(Some(b), by)), "up by {by}");
            assert_eq!(list(x.up(None, by)), each(&|a, _| a.up(None, by)), "up by {by}, nothing below");
            assert_eq!(list(x.down(Some(y), by)), each(&|a, b| a.down(Some(b), by)), "down by {by}");
            assert_eq!(list(x.down(None, by)), each(&|a, _| a.down(None, by)), "down by {by}, nothing above");
            let turned = u64::from(by - 1);
            assert_eq!(list(x.turned(turned)), each(&|a, _| a.turned(turned)), "turned by {turned}");
            assert_eq!(list(V::splat(a[0])), vec![a[0]; V::COUNT]);
            assert!(x.xor(x).is_zero() && !V::load(&[vec![0; V::COUNT - 1], vec![1]].concat()).is_zero());
        }
    }

    /// The words of one set are moved as they are in the lanes of several.
    #[test]
    fn whole_sets_are_moved_word_by_word() {
        if !is_x86_feature_detected!("avx512vl") || !is_x86_feature_detected!("avx512vbmi2") {
            return;
        }
        let mut numbers = Chooser::new(4);
        for by in 1..64 {
            let words: Vec<u64> =
                (0..4).map(|_| (0..8).fold(0, |word, _| word << 8 | numbers.choose(256) as u64)).collect();
            let single =
                |n: Option<usize>| Single::load(n.and_then(|n| words.get(n)).map_or(&[], std::slice::from_ref));
            let each = |join: &dyn Fn(usize) -> Single| {
                let mut moved = [0; 4];
                (0..4).zip(&mut moved).for_each(|(n, word)| join(n).store(std::slice::from_mut(word)));
                moved
            };
            let (whole, mut moved) = (Whole::load(&words), [0; 4]);
            whole.up(None, by).store(&mut moved);
            assert_eq!(moved, each(&|n| single(Some(n)).up(Some(single(n.checked_sub(1))), by)), "up by {by}");
            whole.down(None, by).store(&mut moved);
            assert_eq!(moved, each(&|n| single(Some(n)).down(Some(single(Some(n + 1))), by)), "down by {by}");
        }
    }

    #[test]
    fn all_lanes_are_alike() {
        check::<Single>();
        if is_x86_feature_detected!("avx2") {
            check::<Four>();
        }
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vbmi2") {
            check::<Eight>();
        }
    }
}
