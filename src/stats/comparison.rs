//! Several versions of a game beside each other: what differs from the first, and how sure that is.

use super::inference::{Sample, holm, mean_error, two_proportions, welch, wilson};
use super::{Outcome, Summary};
use serde::Serialize;

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The share of games that the player of this number won.
    Wins(i32),
    /// The share of games without a winner, cut ones included.
    NoWinner,
    /// The mean length in moves.
    Length,
    /// The mean of the games' mean numbers of legal moves.
    Branching,
}

impl Measure {
    /// All that games of so many players are compared by.
    pub fn all(players: i32) -> Vec<Measure> {
        let wins = (1..=players).map(Measure::Wins);
        wins.chain([Measure::NoWinner, Measure::Length, Measure::Branching]).collect()
    }

    /// Whether it is a share of the games, and not a mean.
    pub fn is_share(self) -> bool {
        matches!(self, Measure::Wins(_) | Measure::NoWinner)
    }

    /// Its value: a share between 0 and 1 or a mean; `None` without games.
    pub fn of(self, summary: &Summary) -> Option<f64> {
        match self {
            Measure::Length => summary.lengths().mean(),
            Measure::Branching => summary.breadth().map(|(mean, _)| mean),
            Measure::Wins(_) | Measure::NoWinner => {
                let (part, whole) = self.share(summary)?;
                (whole > 0).then(|| part as f64 / whole as f64)
            }
        }
    }

    fn share(self, summary: &Summary) -> Option<(u64, u64)> {
        match self {
            Measure::Wins(player) => Some((summary.of(Outcome::Win(player)), summary.games)),
            Measure::NoWinner => Some((summary.games - summary.won(), summary.games)),
            Measure::Length | Measure::Branching => None,
        }
    }

    /// The mean, its variance and the number of games; `None` for a share.
    fn sample(self, summary: &Summary) -> Option<Sample> {
        match self {
            Measure::Length => {
                let lengths = summary.lengths();
                Some(Sample { mean: lengths.mean()?, variance: lengths.variance()?, count: lengths.count })
            }
            Measure::Branching => {
                let (mean, variance) = summary.breadth()?;
                Some(Sample { mean, variance, count: summary.breadths.count })
            }
            Measure::Wins(_) | Measure::NoWinner => None,
        }
    }

    /// The interval of 95%: Wilson's for a share, the normal one for a mean; `None` for a mean of fewer than two games.
    pub fn interval(self, summary: &Summary) -> Option<(f64, f64)> {
        if let Some((part, whole)) = self.share(summary) {
            return Some(wilson(part, whole));
        }
        let Sample { mean, variance, count } = self.sample(summary)?;
        let error = mean_error(Some(variance), count)?;
        Some((mean - error, mean + error))
    }

    /// The p-value of the test that two versions do not differ: of the two-proportion z-test for a share, of Welch's
    /// test for a mean; 1 where a version has no games.
    pub fn test(self, a: &Summary, b: &Summary) -> f64 {
        if let (Some(a), Some(b)) = (self.share(a), self.share(b)) {
            return two_proportions(a, b);
        }
        self.sample(a).zip(self.sample(b)).map_or(1.0, |(a, b)| welch(a, b))
    }
}

/// How a version differs from the one it is compared with in one measure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    /// In what.
    pub measure: Measure,
    /// Its value; `None` without games.
    pub value: Option<f64>,
    /// Its value less that of the version it is compared with.
    pub difference: Option<f64>,
    /// The p-value of the test by itself.
    pub p: f64,
    /// The p-value corrected by Holm's method for all tests of the comparison.
    pub corrected: f64,
}

/// Compares each version with the one of number `base`, which is compared with itself, by the measures of so many
/// players. The correction is for all tests that could find something: all versions but the base, in all measures.
pub fn compare(versions: &[&Summary], base: usize, players: i32) -> Vec<Vec<Difference>> {
    let measures = Measure::all(players);
    let Some(first) = versions.get(base) else { return Vec::new() };
    let row = |summary: &&Summary| -> Vec<Difference> {
        let one = |&measure: &Measure| {
            let value = measure.of(summary);
            let difference = value.zip(measure.of(first)).map(|(value, base)| value - base);
            Difference { measure, value, difference, p: measure.test(first, summary), corrected: 1.0 }
        };
        measures.iter().map(one).collect()
    };
    let mut table: Vec<Vec<Difference>> = versions.iter().map(row).collect();
    let tested = |index: &usize| *index != base;
    let values: Vec<f64> = (0..table.len()).filter(tested).flat_map(|index| table[index].iter().map(|d| d.p)).collect();
    let mut corrected = holm(&values).into_iter();
    for index in (0..table.len()).filter(tested) {
        for (difference, value) in table[index].iter_mut().zip(&mut corrected) {
            difference.corrected = value;
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::state::EndType;
    use crate::playouts::Playout;

    fn games(wins: u64, losses: u64, length: u64) -> Summary {
        let mut all = Summary::default();
        for index in 0..wins + losses {
            let winner = Some(if index < wins { 1 } else { 2 });
            let moves = (length + index % 2) as usize;
            all.add(&Playout { moves, winner, end: Some(EndType::NaturalEnd) }, &vec![3; moves]);
        }
        all
    }

    #[test]
    fn the_base_differs_from_nothing() {
        let (a, b, c) = (games(40, 60, 10), games(60, 40, 10), games(40, 60, 20));
        let table = compare(&[&a, &b, &c], 0, 2);
        assert!(table[0].iter().all(|d| d.difference == Some(0.0) && d.corrected == 1.0));
        // Wins of either player: z = 2.83, p = 0.00468; ten tests, of which one (the length of c) is surer.
        let wins = table[1][0];
        assert!((wins.difference.unwrap_or(0.0) - 0.2).abs() < 1e-12);
        assert!((wins.p - 0.004678).abs() < 1e-5 && (wins.corrected - 9.0 * wins.p).abs() < 1e-12);
        assert_eq!((table[2][3].measure, table[2][3].difference), (Measure::Length, Some(10.0)));
        assert!(table[2][3].corrected < 1e-9);
        assert_eq!(table[2][0].corrected, 1.0);
        // All games have three legal moves each time.
        assert_eq!((table[1][4].difference, table[1][4].p), (Some(0.0), 1.0));
    }
}
