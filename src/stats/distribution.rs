//! Distributions of whole numbers in bounded memory.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Values below this are told apart; larger ones to this part of their size.
const EXACT: u64 = 2048;

/// No count and no value of games comes near this. Sums of so many stay far below what the types hold.
pub(super) const LARGEST: u64 = 1 << 48;

/// The part of the values that a histogram tells apart in any case; one value may lie beyond however few there are.
const BULK: f64 = 0.98;

/// Of fewer values none is far beyond the others.
const FEW: u64 = 4;

/// How many times farther than these the others lie that are taken together.
const FAR: u64 = 3;

/// How values from 0 on are distributed.
///
/// Count, sum, deviation, smallest and largest are exact. Quantiles and bars are exact below 2,048 and within a
/// thousandth above, so that the memory is bounded whatever is added. Merging is commutative and associative.
///
/// # Examples
///
/// ```
/// use ludemic::stats::Distribution;
///
/// let mut lengths = Distribution::default();
/// for length in [2, 4, 4, 4, 5, 5, 7, 9] {
///     lengths.add(length);
/// }
/// assert_eq!(lengths.mean(), Some(5.0));
/// assert_eq!(lengths.quantile(0.5), Some(4));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distribution {
    /// How many values there are.
    pub count: u64,
    sum: u128,
    squares: u128,
    /// The smallest; `None` without values.
    pub min: Option<u64>,
    /// The largest; `None` without values.
    pub max: Option<u64>,
    bins: BTreeMap<u64, u64>,
}

/// Neighbouring values taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// The smallest value it is for.
    pub from: u64,
    /// The largest value it is for.
    pub to: u64,
    /// How many values there are.
    pub count: u64,
}

/// Bars for people: those of the bulk of the values, and what lies far beyond it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram {
    /// Bars of one width, from the first that is not empty to the last, empty ones between included.
    pub bars: Vec<Bar>,
    /// The width of the bars.
    pub width: u64,
    /// The few values that lie far beyond all others, taken together; `None` where there are none.
    pub beyond: Option<Bar>,
}

/// The smallest of the values that are not told apart from this one.
fn bin(value: u64) -> u64 {
    if value < EXACT {
        return value;
    }
    let shift = EXACT.leading_zeros() + 1 - value.leading_zeros();
    value >> shift << shift
}

impl Distribution {
    /// Adds a value.
    pub fn add(&mut self, value: u64) {
        self.add_times(value, 1);
    }

    /// Adds a value so many times.
    pub fn add_times(&mut self, value: u64, times: u64) {
        if times == 0 {
            return;
        }
        self.count += times;
        self.sum += u128::from(value) * u128::from(times);
        // Squares of numbers beyond any game would be too large to be summed up.
        self.squares = self.squares.saturating_add(u128::from(value).pow(2).saturating_mul(u128::from(times)));
        self.min = Some(self.min.map_or(value, |min| min.min(value)));
        self.max = Some(self.max.map_or(value, |max| max.max(value)));
        *self.bins.entry(bin(value)).or_default() += times;
    }

    /// Adds all values of another.
    pub fn merge(&mut self, other: &Distribution) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares = self.squares.saturating_add(other.squares);
        self.min = [self.min, other.min].into_iter().flatten().min();
        self.max = [self.max, other.max].into_iter().flatten().max();
        for (&value, count) in &other.bins {
            *self.bins.entry(value).or_default() += count;
        }
    }

    /// Whether the numbers fit together, which is not certain of what was read from somewhere: all that is computed
    /// from them stays within bounds then.
    pub fn is_sound(&self) -> bool {
        let Some((min, max)) = self.min.zip(self.max) else {
            return (self.count, self.sum, self.squares) == (0, 0, 0) && self.bins.is_empty();
        };
        let count = self.bins.values().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        let bins = || self.bins.iter().map(|(&value, &count)| (value, count));
        let (low, high) = (u128::from(min), u128::from(max));
        min <= max
            && max <= LARGEST
            && count == Some(self.count)
            && (1..=LARGEST).contains(&self.count)
            && bins().all(|(value, count)| count > 0 && bin(value) == value && (bin(min)..=max).contains(&value))
            && (u128::from(self.count) * low..=u128::from(self.count) * high).contains(&self.sum)
            && self.squares <= (high * high).saturating_mul(u128::from(self.count))
    }

    /// The sum of all values.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The mean; `None` without values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The variance of the population that the values are a sample of; `None` for fewer than two values.
    pub fn variance(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let count = u128::from(self.count);
        // Whole numbers as long as they fit: a difference of two large floats would lose what it is about.
        let exact = count.checked_mul(self.squares).zip(self.sum.checked_mul(self.sum));
        let spread = match exact.and_then(|(squares, square)| squares.checked_sub(square)) {
            Some(spread) => spread as f64,
            None => count as f64 * self.squares as f64 - (self.sum as f64).powi(2),
        };
        Some(spread.max(0.0) / (self.count as f64 * (self.count - 1) as f64))
    }

    /// The standard deviation; `None` for fewer than two values.
    pub fn deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// The smallest value that at least this part of the values do not exceed; `None` without values.
    pub fn quantile(&self, part: f64) -> Option<u64> {
        let wanted = ((part.clamp(0.0, 1.0) * self.count as f64).ceil() as u64).max(1);
        let mut seen = 0;
        let found = self.bins.iter().find_map(|(&value, &count)| {
            seen += count;
            (seen >= wanted).then_some(value)
        });
        // The last bin stands for values up to the largest, the first for values from the smallest on.
        found.map(|value| value.clamp(self.min.unwrap_or(0), self.max.unwrap_or(u64::MAX)))
    }

    /// The values that are told apart, ascending, and how often there is each.
    pub fn values(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.bins.iter().map(|(&value, &count)| (value, count))
    }

    /// A width for bars so that they are at most `most`: 1, 2 or 5 and a power of ten.
    pub fn width(&self, most: u64) -> u64 {
        let (Some(min), Some(max)) = (self.min, self.max) else { return 1 };
        let bars = |width: u64| max / width - min / width + 1;
        let mut scale = 1_u64;
        loop {
            for step in [1, 2, 5] {
                let width = scale.saturating_mul(step);
                if bars(width) <= most.max(1) || width > max {
                    return width;
                }
            }
            scale = scale.saturating_mul(10);
        }
    }

    /// Bars for people, at most `most` and one more: where a few values lie far beyond all others, these are taken
    /// together, so that the others are told apart.
    pub fn histogram(&self, most: u64) -> Histogram {
        let plain = || {
            let width = self.width(most);
            Histogram { bars: self.bars(width), width, beyond: None }
        };
        let one = self.count.saturating_sub(1) as f64 / self.count.max(1) as f64;
        let (Some(min), Some(max), Some(fence)) = (self.min, self.max, self.quantile(BULK.min(one))) else {
            return plain();
        };
        if self.count < FEW || max - min <= FAR * (fence - min).max(1) {
            return plain();
        }
        let bulk = Distribution { max: Some(fence), ..self.clone() };
        let width = bulk.width(most);
        let bars = bulk.bars(width);
        let shown: u64 = bars.iter().map(|bar| bar.count).sum();
        let from = bars.last().map_or(0, |bar| bar.to.saturating_add(1));
        let beyond = Bar { from, to: max, count: self.count.saturating_sub(shown) };
        Histogram { bars, width, beyond: (beyond.count > 0).then_some(beyond) }
    }

    /// The values in bars of this width, from the first that is not empty to the last, empty ones between included.
    pub fn bars(&self, width: u64) -> Vec<Bar> {
        let width = width.max(1);
        let (Some(min), Some(max)) = (self.min, self.max) else { return Vec::new() };
        let (first, last) = (min / width, max / width);
        let bar = |index: u64| {
            let (from, to) = (index * width, (index * width).saturating_add(width - 1));
            // A bin that begins before the smallest value stands for values from that on.
            let count = self.bins.range(if index == first { 0 } else { from }..=to).map(|(_, count)| count).sum();
            Bar { from, to, count }
        };
        (first..=last).map(bar).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = u64>) -> Distribution {
        let mut all = Distribution::default();
        values.into_iter().for_each(|value| all.add(value));
        all
    }

    /// Numbers that repeat only after a while, of all sizes.
    fn numbers(seed: u64, count: u64) -> impl Iterator<Item = u64> {
        (1..=count).map(move |index| {
            let mixed = crate::playouts::seed(seed, index);
            mixed >> (mixed % 50 + 10)
        })
    }

    #[test]
    fn moments_are_exact() {
        // The textbook example: mean 5, sum of squared differences 32 over 8 values.
        let all = of([2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!(all.mean(), Some(5.0));
        assert_eq!(all.variance(), Some(32.0 / 7.0));
        assert_eq!(of([3]).variance(), None);
        assert_eq!(of([]).mean(), None);
        // Where floats would give zero or worse.
        let far = 1 << 40;
        assert_eq!(of([far + 1, far + 2, far + 3]).variance(), Some(1.0));
    }

    #[test]
    fn quantiles_are_values_that_were_added() {
        let all = of(1..=100);
        let quantiles = [0.0, 0.01, 0.25, 0.5, 0.501, 0.75, 1.0].map(|part| all.quantile(part).unwrap_or(0));
        assert_eq!(quantiles, [1, 1, 25, 50, 51, 75, 100]);
        assert_eq!(of([]).quantile(0.5), None);
        assert_eq!(of([7]).quantile(0.5), Some(7));
    }

    #[test]
    fn large_values_are_told_apart_to_a_thousandth() {
        for value in numbers(1, 1000).chain([EXACT - 1, EXACT, EXACT + 1, 2 * EXACT, u64::MAX]) {
            let low = bin(value);
            assert!(low <= value, "{value} is put above itself");
            assert!((value - low) as f64 <= value as f64 / 1000.0, "{value} is put at {low}");
        }
        assert_eq!(of([5_000_001]).quantile(0.5), Some(5_000_001), "one value is known exactly");
    }

    #[test]
    fn memory_is_bounded() {
        let all = of(numbers(2, 200_000));
        assert!(all.values().count() < 56 * 1024, "{} bins", all.values().count());
        assert_eq!(all.values().map(|(_, count)| count).sum::<u64>(), 200_000);
    }

    #[test]
    fn a_few_far_values_do_not_flatten_a_histogram() {
        let of_many = of((1..=100).chain([5_000])).histogram(10);
        assert_eq!(of_many.bars.len(), 10, "{of_many:?}");
        assert_eq!(of_many.beyond.map(|bar| (bar.to, bar.count)), Some((5_000, 2)));
        assert_eq!(of_many.bars.iter().map(|bar| bar.count).sum::<u64>(), 99);
        let of_few = of((1..=10).chain([5_000])).histogram(10);
        assert_eq!(of_few.beyond.map(|bar| (bar.from, bar.count)), Some((11, 1)), "{of_few:?}");
        let even = of(1..=100);
        let width = even.width(10);
        assert_eq!(even.histogram(10), Histogram { bars: even.bars(width), width, beyond: None });
        assert_eq!(of([1, 5_000]).histogram(10).beyond, None, "neither of two is an exception");
        assert_eq!(of([]).histogram(10).bars, []);
    }

    #[test]
    fn merging_is_commutative_and_associative() {
        let parts: Vec<Distribution> = (0..3).map(|seed| of(numbers(seed, 500))).collect();
        let merged = |order: [usize; 3]| {
            let mut all = Distribution::default();
            order.into_iter().for_each(|index| all.merge(&parts[index]));
            all
        };
        let all = of((0..3).flat_map(|seed| numbers(seed, 500)));
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            assert_eq!(merged(order), all);
        }
        let mut right = parts[1].clone();
        right.merge(&parts[2]);
        let mut left = parts[0].clone();
        left.merge(&right);
        assert_eq!(left, all);
    }

    #[test]
    fn text_and_back_is_the_same() {
        let all = of(numbers(3, 300).chain([u64::MAX, u64::MAX - 1]));
        let text = serde_json::to_string(&all).expect("numbers");
        assert_eq!(serde_json::from_str::<Distribution>(&text).expect("the same numbers"), all);
    }

    #[test]
    fn bars_hold_every_value_once() {
        for values in [vec![20, 21, 39, 40], vec![7], (0..1000).collect(), numbers(4, 100).collect()] {
            let all = of(values);
            let width = all.width(12);
            let bars = all.bars(width);
            assert!(bars.len() <= 12, "{} bars of {width}", bars.len());
            assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), all.count);
        }
        let bars = of([20, 21, 39, 40]).bars(10);
        let shown: Vec<_> = bars.iter().map(|bar| (bar.from, bar.to, bar.count)).collect();
        assert_eq!(shown, [(20, 29, 2), (30, 39, 1), (40, 49, 1)]);
    }
}
