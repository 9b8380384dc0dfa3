//! The set bit of a word by its number (select).
//!
//! Bits are asked for at random: going from one to the next would end at a branch that cannot be foreseen. (S. Vigna,
//! Broadword Implementation of Rank/Select Queries, 2008.)

/// 1 in every byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// The highest bit of every byte.
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// For each byte of a word how many bits are set in it and in those below it, in all the last of them.
#[inline]
pub fn byte_sums(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(BYTES)
}

/// For each byte and number the place of the bit of the byte above so many set ones.
static BIT_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut number) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[number][byte] = bit;
                number += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The place of the set bit of a word that has `number` set ones below it; there are more than so many.
#[inline]
pub fn select(word: u64, sums: u64, number: u64) -> usize {
    let below = (((number * BYTES) | HIGHS) - sums) & HIGHS;
    let place = (below >> 7).wrapping_mul(BYTES) >> 56 << 3;
    let left = number - (sums << 8 >> place & 0xff);
    let byte = (word >> place & 0xff) as usize;
    place as usize + usize::from(BIT_OF_BYTE[(left & 7) as usize][byte])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_found_by_their_number() {
        let words = (0..64u32).flat_map(|i| {
            let mixed = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(u64::from(i) + 1).rotate_left(i);
            [mixed, mixed & mixed.rotate_left(7), 1 << i, u64::MAX >> i, u64::MAX << i]
        });
        for word in words {
            let sums = byte_sums(word);
            assert_eq!(sums >> 56, u64::from(word.count_ones()));
            let places: Vec<usize> = (0..64).filter(|place| word >> place & 1 == 1).collect();
            for (number, &place) in places.iter().enumerate() {
                assert_eq!(select(word, sums, number as u64), place, "bit {number} of {word:#x}");
            }
        }
    }
}
