//! A piece, and the incremental hash of what stands where.

/// A piece on a site, or on one level of a stack, with its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Piece {
    /// Component index, 0 for nothing.
    pub what: u16,
    /// Owner of the component, 0 for nobody.
    pub who: u8,
    /// How many of it; 0 on an empty site.
    pub count: i32,
    /// Local state.
    pub state: i32,
    /// Rotation.
    pub rotation: i32,
    /// Piece value.
    pub value: i32,
}

/// Multiplies to 128 bits and folds the halves, which mixes all bits of both factors.
#[inline]
pub(crate) const fn fold(a: u64, b: u64) -> u64 {
    let product = (a as u128) * (b as u128);
    (product >> 64) as u64 ^ product as u64
}

/// What the data of a piece are mixed with, and what comes of it where there are none.
const DATA: (u64, u64) = (0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
const NO_DATA: u64 = fold(DATA.0, (1 << 32) ^ DATA.1);

impl Piece {
    /// Whether it is the default piece: no component, and no data.
    #[inline]
    pub(in crate::engine) fn is_nothing(&self) -> bool {
        self.what == 0 && (self.count | self.state | self.rotation | self.value) == 0 && self.who == 0
    }

    /// A hash of the piece on this site and level; 0 for nothing, so that an untouched site takes no part.
    #[inline]
    pub(super) fn hash_at(&self, site: usize, level: usize) -> u64 {
        if self.is_nothing() {
            return 0;
        }
        let pair = |a: i32, b: i32| u64::from(a as u32) | u64::from(b as u32) << 32;
        let place = site as u64 | (level as u64) << 32;
        let what = u64::from(self.what) | u64::from(self.who) << 16 | u64::from(self.count as u32) << 32;
        let data = match self.state | self.rotation | self.value {
            0 => NO_DATA,
            _ => fold(pair(self.state, self.rotation) ^ DATA.0, pair(self.value, 1) ^ DATA.1),
        };
        fold(place ^ data ^ 0xa076_1d64_78bd_642f, what ^ 0xe703_7ed1_a0b4_28db)
    }
}

/// The hash of a stack from this level on.
pub(super) fn hash_from(stack: &[Piece], site: usize, level: usize) -> u64 {
    let pieces = stack.iter().enumerate().skip(level);
    pieces.fold(0, |sum: u64, (level, piece)| sum.wrapping_add(piece.hash_at(site, level)))
}
