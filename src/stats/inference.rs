//! How sure a number from a sample is: intervals, tests, and the correction for many tests.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The normal quantile of a two-sided interval of 95%.
const Z95: f64 = 1.959_963_984_540_054;

/// The interval of 95% for a proportion by E. B. Wilson's score method (1927): it stays within 0 to 1, and is right for
/// small samples and for proportions near 0 and 1. The whole of 0 to 1 without trials.
pub fn wilson(successes: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let n = trials as f64;
    let p = successes as f64 / n;
    let z2 = Z95 * Z95;
    let scale = 1.0 + z2 / n;
    let centre = (p + z2 / (2.0 * n)) / scale;
    let half = Z95 / scale * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the interval begins and ends exactly there; rounding must not say otherwise.
    let low = if successes == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if successes >= trials { 1.0 } else { (centre + half).min(1.0) };
    (low, high)
}

/// Half the width of the interval of 95% for a mean, by the normal approximation; `None` for fewer than two values.
pub fn mean_error(variance: Option<f64>, count: u64) -> Option<f64> {
    variance.map(|variance| Z95 * (variance / count.max(1) as f64).sqrt())
}

/// The two-sided p-value of the test that two proportions are equal (pooled two-proportion z-test). 1 where one sample
/// is empty or both are all successes or all failures.
pub fn two_proportions(a: (u64, u64), b: (u64, u64)) -> f64 {
    let (n, m) = (a.1 as f64, b.1 as f64);
    if a.1 == 0 || b.1 == 0 {
        return 1.0;
    }
    let pooled = (a.0 + b.0) as f64 / (n + m);
    let error = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
    if error == 0.0 {
        return 1.0;
    }
    let z = (a.0 as f64 / n - b.0 as f64 / m) / error;
    (2.0 * Normal::standard().cdf(-z.abs())).min(1.0)
}

/// What is known of a sample: its mean, its variance and how many values there are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// The mean.
    pub mean: f64,
    /// The variance of the population it is taken from.
    pub variance: f64,
    /// How many values it has.
    pub count: u64,
}

/// The two-sided p-value of B. L. Welch's test (1947) that two means are equal, whatever the variances. 1 for samples
/// of fewer than two values; where neither sample varies, 1 or 0.
pub fn welch(a: Sample, b: Sample) -> f64 {
    if a.count < 2 || b.count < 2 {
        return 1.0;
    }
    let (va, vb) = (a.variance / a.count as f64, b.variance / b.count as f64);
    let error = (va + vb).sqrt();
    if error == 0.0 {
        return if a.mean == b.mean { 1.0 } else { 0.0 };
    }
    let t = (a.mean - b.mean) / error;
    let freedom = (va + vb).powi(2) / (va * va / (a.count - 1) as f64 + vb * vb / (b.count - 1) as f64);
    // The degrees of freedom are above 0 here, as that distribution wants them.
    StudentsT::new(0.0, 1.0, freedom).map_or(1.0, |law| (2.0 * law.cdf(-t.abs())).min(1.0))
}

/// p-values corrected by S. Holm's step-down method (1979): if all that stay below a level are called significant, the
/// chance of even one wrong call among them is at most that level, however the tests depend on each other.
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut corrected = vec![1.0; values.len()];
    let mut largest = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        largest = largest.max((values[index] * (values.len() - rank) as f64).min(1.0));
        corrected[index] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(value: f64, wanted: f64) {
        assert!((value - wanted).abs() < 5e-5, "{value} is not {wanted}");
    }

    /// R. G. Newcombe, *Two-sided confidence intervals for the single proportion*, Statistics in Medicine 17 (1998),
    /// table I, method 3.
    #[test]
    fn wilson_as_published() {
        for (successes, trials, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let (l, h) = wilson(successes, trials);
            near(l, low);
            near(h, high);
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert_eq!(wilson(20, 20).1, 1.0);
    }

    #[test]
    fn proportions() {
        // 40 of 100 against 60 of 100: pooled 1/2, error √(1/4 · 2/100), z = 0.2 / 0.0707… = 2.8284…
        near(two_proportions((40, 100), (60, 100)), 0.004678);
        assert_eq!(two_proportions((5, 10), (5, 10)), 1.0);
        assert_eq!(two_proportions((0, 10), (0, 20)), 1.0);
        assert_eq!(two_proportions((0, 0), (3, 20)), 1.0);
    }

    /// By hand: equal variances 5 and sizes 10 give 18 degrees of freedom and t = 1 / 1 (two-sided p of t(18) = 1).
    #[test]
    fn means() {
        let a = Sample { mean: 10.0, variance: 5.0, count: 10 };
        let b = Sample { mean: 11.0, variance: 5.0, count: 10 };
        near(welch(a, b), 0.33056);
        near(welch(b, a), 0.33056);
        // t(1) is Cauchy's law: p of t = 1 is 1/2. Two values each, one sample without variance: 1 degree of freedom.
        let c = Sample { mean: 1.0, variance: 2.0, count: 2 };
        let d = Sample { mean: 0.0, variance: 0.0, count: 2 };
        near(welch(c, d), 0.5);
        assert_eq!(welch(d, d), 1.0);
        assert_eq!(welch(d, Sample { mean: 1.0, ..d }), 0.0);
    }

    #[test]
    fn holm_by_hand() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (value, wanted) in corrected.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            near(value, wanted);
        }
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
