//! The moves of all pieces of a component at once, where the sets of sites on which they end are shared by pieces alike.
//!
//! What is done for a piece is short and always the same: a function of Rust does it, with the instructions for it that the
//! processor has.

use super::super::machine::Prepared;
use super::super::moves::{Class, ENDS_ON_SET, Family, row};
use super::alike::kinds;
use crate::program::Program;
use crate::program::bits::Set;
use crate::program::ir::{IntNode, MovesId, MovesNode, SetId, SetNode, Var};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// How many words are counted at the same time.
const LANES: usize = 8;

/// Words that are counted at the same time.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
struct Row([u64; LANES]);

/// What is known of the moves of a piece before the game, for each site of the board: elsewhere none is moved.
#[derive(Debug)]
pub(super) struct Pieces<const W: usize> {
    /// The generator of the moves of a piece.
    pub moves: MovesId,
    /// The set of the sites on which they end.
    pub ends: SetId,
    /// For each site those where the set is the one that holds beside it.
    beside: Vec<Set<W>>,
    /// For each site the lines on which moves are counted, word by word, and empty words to fill the lanes.
    lines: Vec<Row>,
    /// How many rows a site has.
    length: usize,
    /// How many kinds of sites are told apart, a power of 2.
    kinds: usize,
    /// What the families of all pieces have in common.
    blank: Family<W>,
}

impl<const W: usize> Pieces<W> {
    /// `None` for a generator whose moves do not end on a set shared by sites alike.
    pub fn new(program: &Program, prepared: &Prepared<W>, near: &[Vec<Set<W>>], id: MovesId) -> Option<Self> {
        let table = &program.table;
        let board = program.board;
        let (template, from, jump, ends) = match *table.generator(id) {
            MovesNode::Jump(template, from, jump, ends) => (template, from, Some(jump), ends),
            MovesNode::FromTo(template, from, ends) => (template, from, None, ends),
            _ => return None,
        };
        let SetNode::Alike { site, rel, ref numbers, .. } = *table.set(ends) else { return None };
        let moved = |site| matches!(table.int(site), IntNode::Var(Var::From));
        if !moved(from) || !moved(site) {
            return None;
        }
        let beside = |site: usize| match rel.and_then(|rel| near.get(rel.index())?.get(site)) {
            Some(near) => *near - Set::one(site),
            None => Set::EMPTY,
        };
        let all = [Set([u64::MAX; W])];
        let lines = |site: usize| -> &[Set<W>] {
            match jump {
                Some(jump) => {
                    prepared.jumps.get(jump.index()).and_then(|jump| jump.get(site)).map_or(&[], |lines| lines)
                }
                None => &all,
            }
        };
        let most = (0..board).map(|site| lines(site).len()).max().unwrap_or(0);
        let length = (most * W).div_ceil(LANES);
        let mut words = Vec::with_capacity(board * length * LANES);
        for site in 0..board {
            words.extend(lines(site).iter().flat_map(|line| line.0));
            words.resize((site + 1) * length * LANES, 0);
        }
        Some(Pieces {
            moves: id,
            ends,
            beside: (0..board).map(beside).collect(),
            lines: words.as_chunks().0.iter().map(|&row| Row(row)).collect(),
            length,
            kinds: kinds(table, prepared, numbers),
            blank: Family {
                row: row(Some(template), Class::From) as u32,
                operand: 0,
                ends: jump.map_or(ENDS_ON_SET, |jump| jump.0),
                start: 0,
                set: Set::EMPTY,
            },
        })
    }

    /// Writes down a family of moves for each piece on the board; gives the length of these in bytes and how many moves there
    /// are with those before, in 32 bits each.
    ///
    /// # Safety
    ///
    /// There are two sets, which hold beside a site and apart from it, for each kind of sites, and after them the kind of each
    /// site of the board, a byte each. There is room for as many families as there are pieces.
    #[inline(always)]
    unsafe fn list<const LENGTH: usize>(
        &self,
        pieces: &[u16],
        sets: *const [Set<W>; 2],
        first: *mut Family<W>,
        mut moves: u32,
        count: impl Fn(&[Row], &Set<W>) -> u32,
    ) -> u64 {
        let (mut family, length) = (first, if LENGTH == 0 { self.length } else { LENGTH });
        let kinds = unsafe { sets.add(self.kinds).cast::<u8>() };
        for &piece in pieces {
            let site = usize::from(piece);
            let Some(&beside) = self.beside.get(site) else { continue };
            unsafe {
                let kind = usize::from(*kinds.add(site)) & (self.kinds - 1);
                let [near, far] = &*sets.add(kind);
                let set = (*near & beside) | (*far - beside);
                *family = Family { operand: u32::from(piece), start: moves, set, ..self.blank };
                moves += count(self.lines.get_unchecked(site * length..(site + 1) * length), &set);
                family = family.add(1);
            }
        }
        let bytes = family as usize - first as usize;
        (bytes as u64) << 32 | u64::from(moves)
    }
}

/// What lists the moves of the pieces from one address up to another.
pub(super) type List<const W: usize> =
    unsafe extern "C" fn(*const Pieces<W>, *const u16, *const u16, *const [Set<W>; 2], *mut Family<W>, u32) -> u64;

/// What lists moves on this processor.
pub(super) fn list<const W: usize>() -> List<W> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") {
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        return if avx512 { list_in_lanes::<W> } else { list_by_words::<W> };
    }
    list_anywhere::<W>
}

macro_rules! list {
    ($($(#[$attribute:meta])* $name:ident $count:expr;)*) => {$(
        $(#[$attribute])*
        unsafe extern "C" fn $name<const W: usize>(
            of: *const Pieces<W>,
            first: *const u16,
            end: *const u16,
            sets: *const [Set<W>; 2],
            families: *mut Family<W>,
            moves: u32,
        ) -> u64 {
            unsafe {
                let pieces = std::slice::from_raw_parts(first, end.offset_from(first) as usize);
                let of = &*of;
                // The usual length is known in the loop, which is shorter so.
                match of.length {
                    1 => of.list::<1>(pieces, sets, families, moves, $count),
                    _ => of.list::<0>(pieces, sets, families, moves, $count),
                }
            }
        }
    )*};
}

list! {
    list_anywhere count_by_words;
    /// The same with instructions of newer processors.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1")]
    list_by_words count_by_words;
    /// The same, all words at once.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,avx512f,avx512dq,avx512vl,avx512vpopcntdq")]
    list_in_lanes |lines, set| count_in_lanes(lines, set);
}

/// How many sites of a set are on lines, those on several counted for each.
#[inline(always)]
fn count_by_words<const W: usize>(lines: &[Row], set: &Set<W>) -> u32 {
    let mut count = 0;
    for (index, row) in lines.iter().enumerate() {
        for (lane, line) in row.0.iter().enumerate() {
            count += (line & set.0[(index * LANES + lane) % W]).count_ones();
        }
    }
    count
}

/// The same, all words at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq")]
#[inline]
unsafe fn count_in_lanes<const W: usize>(lines: &[Row], set: &Set<W>) -> u32 {
    let words = set.0.as_ptr();
    let mut count = 0;
    for (index, row) in lines.iter().enumerate() {
        unsafe {
            let set = match W {
                1 => _mm512_set1_epi64(*words as i64),
                2 => _mm512_broadcast_i64x2(_mm_loadu_si128(words.cast())),
                4 => _mm512_broadcast_i64x4(_mm256_loadu_si256(words.cast())),
                _ => {
                    let first = index * LANES;
                    let words: [u64; LANES] = [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| set.0[(first + lane) % W]);
                    _mm512_loadu_si512(words.as_ptr().cast())
                }
            };
            let on = _mm512_and_si512(_mm512_load_si512(row.0.as_ptr().cast()), set);
            // Each number fits a byte.
            let counts = _mm512_cvtepi64_epi8(_mm512_popcnt_epi64(on));
            count += _mm_cvtsi128_si32(_mm_sad_epu8(counts, _mm_setzero_si128())) as u32;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts::Chooser;

    fn word(numbers: &mut Chooser) -> u64 {
        (0..8).fold(0, |word, _| word << 8 | numbers.choose(256) as u64)
    }

    /// All ways to list moves find those that are found site by site.
    fn check<const W: usize>(ways: &[List<W>], lines: usize) {
        let mut numbers = Chooser::new(W as u64);
        let board = 64 * W - 5;
        let mut set = |sparse: bool| Set::from_words(&[0; W].map(|_| if sparse { 0 } else { word(&mut numbers) }));
        let length = (lines * W).div_ceil(LANES);
        let on: Vec<Vec<Set<W>>> = (0..board).map(|site| (0..lines).map(|_| set(site % 7 == 0)).collect()).collect();
        let mut words: Vec<u64> = Vec::new();
        for (site, on) in on.iter().enumerate() {
            words.extend(on.iter().flat_map(|line| line.0));
            words.resize((site + 1) * length * LANES, 0);
        }
        let blank = Family { row: 14, operand: 0, ends: 3, start: 0, set: Set::EMPTY };
        let pieces = Pieces {
            moves: MovesId(0),
            ends: SetId(0),
            beside: (0..board).map(|_| set(false)).collect(),
            lines: words.as_chunks().0.iter().map(|&row| Row(row)).collect(),
            length,
            kinds: 4,
            blank,
        };
        let sets: Vec<[Set<W>; 2]> = (0..4).map(|kind| [set(kind == 0), set(kind == 0)]).collect();
        let mut room: Vec<u64> = sets.iter().flatten().flat_map(|set| set.0).collect();
        let kinds: Vec<[u8; 8]> = (0..board.div_ceil(8)).map(|_| word(&mut numbers).to_ne_bytes()).collect();
        room.extend(kinds.iter().map(|kinds| u64::from_ne_bytes(*kinds)));
        let standing: Vec<u16> = (0..20).map(|_| numbers.choose(64 * W) as u16).collect();

        let (mut expected, mut moves) = (Vec::new(), 100);
        for &site in standing.iter().filter(|&&site| usize::from(site) < board) {
            let at = usize::from(site);
            let kind = usize::from(kinds.as_flattened()[at] & 3);
            let [near, far] = sets[kind];
            let set = (near & pieces.beside[at]) | (far - pieces.beside[at]);
            expected.push((14, u32::from(site), 3, moves, set));
            moves += on[at].iter().map(|&line| (line & set).len()).sum::<u32>();
        }
        for way in ways {
            let mut families = vec![blank; standing.len() + 1];
            let ends = standing.as_ptr_range();
            let found = unsafe { way(&pieces, ends.start, ends.end, room.as_ptr().cast(), families.as_mut_ptr(), 100) };
            assert_eq!(found as u32, moves);
            families.truncate((found >> 32) as usize / size_of::<Family<W>>());
            let listed = families.iter().map(|f| (f.row, f.operand, f.ends, f.start, f.set));
            assert_eq!(listed.collect::<Vec<_>>(), expected);
        }
    }

    fn check_all<const W: usize>() {
        let mut ways: Vec<List<W>> = vec![list_anywhere, list()];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") {
            ways.push(list_by_words);
        }
        for lines in [0, 1, 2, 5, 16] {
            check(&ways, lines);
        }
    }

    #[test]
    fn all_processors_list_the_same_moves() {
        check_all::<1>();
        check_all::<2>();
        check_all::<3>();
        check_all::<4>();
        check_all::<5>();
    }
}
