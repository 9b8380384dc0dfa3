//! A number for every site of a board, bit-sliced: of the numbers of 64 sites the bits of one rank are a word.
//!
//! Conditions ask which sites have a number above or below another, or how many of a site's neighbours are in a set. So
//! written the numbers of 64 sites are added and compared by a few operations on words: neighbours are counted by
//! shifting the set by one step after the other and adding up what arrives, in vertical counters. (Warren, Hacker's
//! Delight; Knuth, The Art of Computer Programming 4A, 7.1.3, on bitwise tricks and truth tables.)

use crate::engine::site_set::SiteSet;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// A number for each of some sites.
#[derive(Debug, Clone, Default)]
pub struct BitSliced {
    sites: usize,
    /// The numbers are this and so many times what the ranks say.
    bias: i32,
    scale: i32,
    /// How many ranks there are.
    bits: usize,
    /// The ranks of the first 64 sites, the highest first, those of the next ones, and so on.
    ranks: SmallVec<[u64; 6]>,
}

/// Numbers of at most so many bits are looked at as a table of all they may be.
const MOST_TABLED: usize = 5;

impl BitSliced {
    /// How many sites there are.
    pub(crate) fn sites(&self) -> usize {
        self.sites
    }

    /// What numbers there may be, in the order of what the ranks say; `None` where they are too many.
    fn range(&self) -> Option<impl Iterator<Item = i32>> {
        let &BitSliced { bias, scale, bits, .. } = self;
        let number = move |ranks: i32| bias.wrapping_add(scale.wrapping_mul(ranks));
        (bits <= MOST_TABLED).then(|| (0..1 << bits).map(number))
    }

    /// The ranks of each 64 sites.
    fn words(&self) -> impl Iterator<Item = &[u64]> {
        let mut rest = &self.ranks[..];
        (0..self.sites.div_ceil(64)).map_while(move |_| {
            let (ranks, behind) = rest.split_at_checked(self.bits)?;
            rest = behind;
            Some(ranks)
        })
    }

    /// The sites for whose number a condition holds.
    pub(crate) fn holding(&self, holds: impl Fn(i32) -> bool) -> SiteSet {
        let Some(range) = self.range() else {
            let sites = self.by_site().into_iter().zip(0..).filter(|&(number, _)| holds(number));
            return sites.map(|(_, site)| site).collect::<SiteSet>().widened(self.sites);
        };
        let table = truth_table(range, holds);
        set_below(self.sites, self.words().map(|ranks| chosen(table, ranks)))
    }

    /// The sites for which a comparison of their number here with that there holds: as for their difference and 0.
    pub(crate) fn compared(&self, other: &BitSliced, holds: impl Fn(i32, i32) -> bool) -> SiteSet {
        let both = self.shift().zip(other.shift());
        let Some((above, below)) = both.filter(|(x, y)| x.max(y) + self.bits.max(other.bits) < MOST_TABLED) else {
            return self.together(other, |x, y| i32::from(holds(x, y))).holding(|held| held != 0);
        };
        let (ends, bits) = (other.bits + below, (self.bits + above).max(other.bits + below) + 1);
        // To take away is to add the complement, which is as much as there are bits in it too high.
        let least = self.bias - other.bias - ((1 << ends) - 1);
        let table = truth_table((0..1 << bits).map(|ranks: i32| least + ranks), |difference| holds(difference, 0));
        let words = self.sums(other, (above, below), true).map(|difference| chosen(table, &difference[..bits]));
        set_below(self.sites.min(other.sites), words)
    }

    /// What the ranks here and there say, each shifted, added up, or the complement of what they say there: in one rank
    /// more than the longer ones have, of [`MOST_TABLED`] at most.
    fn sums(
        &self,
        other: &BitSliced,
        (above, below): (usize, usize),
        complement: bool,
    ) -> impl Iterator<Item = [u64; MOST_TABLED]> {
        let (ends, bits) = (other.bits + below, (self.bits + above).max(other.bits + below) + 1);
        let rank = |of: &[u64], shift, rank| match of.len() + shift {
            bits if (shift..bits).contains(&rank) => of[bits - 1 - rank],
            _ => 0,
        };
        self.words().zip(other.words()).map(move |(xs, ys)| {
            let (mut sums, mut carry) = ([0; MOST_TABLED], 0);
            for (number, sum) in sums[..bits].iter_mut().rev().enumerate() {
                let x = rank(xs, above, number);
                let y = rank(ys, below, number);
                let y = if complement && number < ends { !y } else { y };
                *sum = x ^ y ^ carry;
                carry = x & y | carry & (x ^ y);
            }
            sums
        })
    }

    /// By how many ranks what they say is shifted in the numbers; `None` where it is no shift, and where differences
    /// might not be integers.
    fn shift(&self) -> Option<usize> {
        let shifted = self.scale > 0 && self.scale.count_ones() == 1 && self.bias.unsigned_abs() < 1 << 24;
        shifted.then(|| self.scale.trailing_zeros() as usize)
    }

    /// What a function makes of the number of each site. It may be asked for numbers that no site has.
    pub(crate) fn map(&self, f: impl Fn(i32) -> i32) -> BitSliced {
        let Some(range) = self.range() else { return self.by_site().into_iter().map(f).collect() };
        let made: SmallVec<[i32; 1 << MOST_TABLED]> = range.map(f).collect();
        // Most functions add and multiply.
        let &[bias, .., last] = &made[..] else { return BitSliced { bias: made[0], ..self.clone() } };
        let scale = made[1].wrapping_sub(bias);
        let linear = |(&x, ranks): (&i32, i32)| x == bias.wrapping_add(scale.wrapping_mul(ranks));
        if made.iter().zip(0..).all(linear) {
            return BitSliced { bias, scale, ..self.clone() };
        }
        let of_ranks = |ranks: i32| made.get(ranks as usize).copied().unwrap_or(last);
        BitSliced { bias: 0, scale: 1, ..self.clone() }.by_site().into_iter().map(of_ranks).collect()
    }

    /// What a function makes of both numbers of each site, likewise.
    pub(crate) fn together(&self, other: &BitSliced, f: impl Fn(i32, i32) -> i32) -> BitSliced {
        self.added(other, &f)
            .unwrap_or_else(|| self.by_site().into_iter().zip(other.by_site()).map(|(x, y)| f(x, y)).collect())
    }

    /// The same for a function that adds as many times what the ranks say here as there, or takes the one from the
    /// other.
    fn added(&self, other: &BitSliced, f: impl Fn(i32, i32) -> i32) -> Option<BitSliced> {
        let bits =
            Some(self.bits.max(other.bits) + 1).filter(|&bits| bits <= MOST_TABLED && self.bits.min(other.bits) > 0)?;
        let (xs, ys) = (self.range()?, other.range()?);
        let least = f(self.bias, other.bias);
        let scale = f(self.bias.wrapping_add(self.scale), other.bias).wrapping_sub(least);
        let beside = f(self.bias, other.bias.wrapping_add(other.scale)).wrapping_sub(least);
        let complement = beside == scale.wrapping_neg();
        let sum = |x: i32, y: i32| least.wrapping_add(scale.wrapping_mul(x)).wrapping_add(beside.wrapping_mul(y));
        let ys: SmallVec<[i32; 1 << MOST_TABLED]> = ys.collect();
        let is_sum = (complement || beside == scale)
            && xs.zip(0..).all(|(x, here)| ys.iter().zip(0..).all(|(&y, there)| f(x, y) == sum(here, there)));
        let too_high = if complement { scale.wrapping_mul((1 << other.bits) - 1) } else { 0 };
        is_sum.then(|| BitSliced {
            sites: self.sites.min(other.sites),
            bias: least.wrapping_sub(too_high),
            scale,
            bits,
            ranks: self.sums(other, (0, 0), complement).flat_map(|sums| sums.into_iter().take(bits)).collect(),
        })
    }

    /// The number of each site, site by site.
    fn by_site(&self) -> Vec<i32> {
        let mut numbers = vec![self.bias; self.sites];
        for (numbers, ranks) in numbers.chunks_mut(64).zip(self.words()) {
            for (number, site) in numbers.iter_mut().zip(0..) {
                let bits = ranks.iter().rev().enumerate().map(|(bit, rank)| ((rank >> site & 1) as i32) << bit);
                *number = number.wrapping_add(self.scale.wrapping_mul(bits.fold(0, |sum, bit| sum | bit)));
            }
        }
        numbers
    }
}

impl FromIterator<i32> for BitSliced {
    /// The numbers of site 0, 1 and so on.
    fn from_iter<I: IntoIterator<Item = i32>>(numbers: I) -> Self {
        let numbers: Vec<i32> = numbers.into_iter().collect();
        let bias = numbers.iter().min().copied().unwrap_or(0);
        let most = numbers.iter().max().map_or(0, |most| most.wrapping_sub(bias));
        let bits = (u32::BITS - most.leading_zeros()) as usize;
        let ranks_of = |numbers: &[i32]| -> SmallVec<[u64; 6]> {
            let rank = |bit| {
                numbers.iter().rev().fold(0, |rank, x| rank << 1 | (x.wrapping_sub(bias) as u32 >> bit & 1) as u64)
            };
            (0..bits).rev().map(rank).collect()
        };
        BitSliced { sites: numbers.len(), bias, scale: 1, bits, ranks: numbers.chunks(64).flat_map(ranks_of).collect() }
    }
}

/// The sites below a number, of those given word by word.
fn set_below(sites: usize, words: impl Iterator<Item = u64>) -> SiteSet {
    let mut words: SmallVec<[u64; 6]> = words.collect();
    if let Some(last) = words.last_mut() {
        *last &= u64::MAX >> ((64 - sites % 64) % 64);
    }
    SiteSet::of_words(&words)
}

/// For which of some numbers a condition holds, as bits.
fn truth_table(numbers: impl Iterator<Item = i32>, holds: impl Fn(i32) -> bool) -> u32 {
    numbers.zip(0..).fold(0, |table, (number, index)| table | u32::from(holds(number)) << index)
}

/// For which of 64 sites a truth table of their ranks holds: by one rank after the other, the highest first, it is
/// chosen between the halves of the table that differ in it. (Shannon's expansion.)
fn chosen(table: u32, ranks: &[u64]) -> u64 {
    let all = u32::MAX >> (u32::BITS - (1 << ranks.len()));
    match (table & all, ranks) {
        (0, _) => 0,
        (table, [rank, others @ ..]) if table != all => {
            let half = 1 << others.len();
            chosen(table, others) & !rank | chosen(table >> half, others) & rank
        }
        _ => u64::MAX,
    }
}

/// A step by which some of the sites in a word of a set become sites in a word of another one.
#[derive(Debug, Clone, Copy)]
struct Shift {
    from: usize,
    to: usize,
    /// By how much the word is rotated to the left.
    by: u32,
    /// The sites that are arrived at.
    mask: u64,
}

/// The neighbours of all sites, as steps by which sets are shifted.
#[derive(Debug)]
pub(crate) struct Shifts {
    sites: usize,
    /// One for each difference of neighbours and each pair of words.
    shifts: Box<[Shift]>,
    /// How many bits the number of neighbours of a site takes.
    bits: usize,
}

impl Shifts {
    /// Of so many sites, each with the neighbours that a function gives.
    pub fn new(sites: usize, near: impl Fn(usize) -> SiteSet) -> Shifts {
        let (mut shifts, mut known, mut most) = (Vec::new(), FxHashMap::default(), 0);
        for site in 0..sites {
            let neighbours = near(site);
            most = neighbours.len().max(most);
            for next in neighbours.iter().filter_map(|next| usize::try_from(next).ok()) {
                let (from, to, by) = (next / 64, site / 64, (site % 64 + 64 - next % 64) as u32 % 64);
                let index = *known.entry((from, to, by)).or_insert(shifts.len());
                if index == shifts.len() {
                    shifts.push(Shift { from, to, by, mask: 0 });
                }
                shifts[index].mask |= 1 << (site % 64);
            }
        }
        Shifts { sites, shifts: shifts.into(), bits: (usize::BITS - most.leading_zeros()) as usize }
    }

    /// How many sites there are.
    pub fn sites(&self) -> usize {
        self.sites
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.shifts.len()
    }

    /// The sites with a neighbour in a set.
    pub fn next_to(&self, set: &SiteSet) -> SiteSet {
        let mut found = SiteSet::new().widened(self.sites);
        let words = set.words();
        for &Shift { from, to, by, mask } in &self.shifts {
            found.add_word(to, words.get(from).map_or(0, |word| word.rotate_left(by) & mask));
        }
        found
    }

    /// For each site the number of its neighbours that are in a set.
    pub fn count(&self, set: &SiteSet) -> BitSliced {
        let &Shifts { sites, bits, .. } = self;
        let mut ranks: SmallVec<[u64; 6]> = smallvec![0; sites.div_ceil(64) * bits];
        let words = set.words();
        for &Shift { from, to, by, mask } in &self.shifts {
            let mut carry = words.get(from).map_or(0, |word| word.rotate_left(by) & mask);
            let mut rank = (to + 1) * bits;
            while carry != 0 {
                rank -= 1;
                let sum = &mut ranks[rank];
                (*sum, carry) = (*sum ^ carry, *sum & carry);
            }
        }
        BitSliced { sites, bias: 0, scale: 1, bits, ranks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The neighbours of the sites of a grid of this width, whose last row is not full.
    fn neighbours(site: usize, width: usize, sites: usize) -> SiteSet {
        let (column, row) = (site % width, site / width);
        let near = |other: &i32| {
            let (other_column, other_row) = (*other as usize % width, *other as usize / width);
            *other as usize != site && column.abs_diff(other_column) <= 1 && row.abs_diff(other_row) <= 1
        };
        (0..sites as i32).filter(near).collect()
    }

    #[test]
    fn neighbours_are_counted_as_one_by_one() {
        for (width, sites) in [(5, 23), (8, 64), (9, 80), (19, 359)] {
            let shifts = Shifts::new(sites, |site| neighbours(site, width, sites));
            for step in [1, 2, 3, 5] {
                let set: SiteSet = (0..sites as i32).filter(|site| site * site % 7 % step == 0).collect();
                let alone = |site| neighbours(site, width, sites).iter().filter(|&near| set.contains(near)).count();
                let expected: Vec<i32> = (0..sites).map(|site| alone(site) as i32).collect();
                let counted = shifts.count(&set);
                assert_eq!(shifts.next_to(&set), counted.holding(|number| number > 0), "{width} {step}");
                assert_eq!(counted.by_site(), expected, "{width} {step}");
                let several = (0..sites as i32).filter(|&site| expected[site as usize] > 2).collect();
                assert_eq!(counted.holding(|number| number > 2), several, "{width} {step}");
            }
        }
    }

    #[test]
    fn what_is_made_of_numbers_is_made_site_by_site() {
        let bounds = [i32::MIN, -40, -1, 0, 5, 70_000, i32::MAX - 3];
        for (many, low) in [(1, 0), (3, 0), (20, -9), (90, 5), (7, i32::MAX - 6), (5, i32::MIN)] {
            let (xs, ys) = ((0..90).map(|site| low + site % many), (0..90).map(|site| site / 10 - 4));
            let (here, there): (BitSliced, BitSliced) = (xs.clone().collect(), ys.clone().collect());
            let both = || xs.clone().zip(ys.clone());
            let sites =
                |held: Vec<bool>| (0..).zip(held).filter(|(_, held)| *held).map(|(site, _)| site).collect::<SiteSet>();
            assert_eq!(here.by_site(), xs.clone().collect::<Vec<_>>(), "{many}");
            for f in
                [i32::wrapping_add, i32::wrapping_sub, i32::wrapping_mul, i32::max, |x: i32, y: i32| y.wrapping_sub(x)]
            {
                let made: Vec<i32> = both().map(|(x, y)| f(x, y)).collect();
                assert_eq!(here.together(&there, f).by_site(), made, "{many}");
                let doubled = here.together(&there, f).together(&there.map(|y| 2 * y), i32::wrapping_sub);
                let less: Vec<i32> = made.iter().zip(ys.clone()).map(|(x, y)| x.wrapping_sub(2 * y)).collect();
                assert_eq!(doubled.by_site(), less, "{many}");
            }
            assert_eq!(here.compared(&there, |x, y| x <= y), sites(both().map(|(x, y)| x <= y).collect()), "{many}");
            assert_eq!(there.compared(&here, |y, x| x == y), sites(both().map(|(x, y)| x == y).collect()), "{many}");
            let fewer: BitSliced = ys.clone().take(60).collect();
            let below = sites(both().take(60).map(|(x, y)| x < y).collect());
            assert_eq!(here.compared(&fewer, |x, y| x < y), below, "{many}");
            for bound in bounds {
                let above = sites(xs.clone().map(|x| x > bound).collect());
                assert_eq!(here.holding(|x| x > bound), above, "{many} {bound}");
                for f in [i32::wrapping_add, i32::wrapping_mul, i32::min] {
                    let made: Vec<i32> = xs.clone().map(|x| f(x, bound)).collect();
                    assert_eq!(here.map(|x| f(x, bound)).by_site(), made, "{many} {bound}");
                }
            }
        }
    }
}
