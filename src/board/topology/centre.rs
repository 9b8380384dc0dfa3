//! The centre of each kind of element.

use super::{Kind, ids};
use crate::board::NamedSet;
use crate::board::graph::Point;

/// The most pairs of element and reference that are measured one by one.
const MAX_PAIRS: usize = 100_000_000;

/// Fills the centre: the elements of least total squared distance to the outline and the corners.
pub(super) fn measure(kind: &mut Kind) {
    let n = kind.at.len();
    let rim = if n < 100 { kind.sets[NamedSet::Perimeter as usize].as_slice() } else { &[] };
    let references: Vec<u32> = rim.iter().chain(&kind.sets[NamedSet::Corners as usize]).copied().collect();
    let costs = if n.saturating_mul(references.len()) > MAX_PAIRS {
        by_moments(kind, &references)
    } else {
        let squared = |p: &Point, r: u32| {
            let q = kind.at[r as usize];
            (p[0] - q[0]).powi(2) + (p[1] - q[1]).powi(2)
        };
        kind.at.iter().map(|p| references.iter().map(|&r| squared(p, r)).sum()).collect()
    };
    let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
    kind.sets[NamedSet::Centre as usize] = ids(costs.iter().map(|cost| (cost - least).abs() < 0.0001));
}

/// The same sums from the mean of the references. They are rounded otherwise, which decides between elements that are
/// equally central, so this is only for boards that have more corners than any game has sites.
fn by_moments(kind: &Kind, references: &[u32]) -> Vec<f64> {
    let k = references.len() as f64;
    let total = |axis: usize| references.iter().map(|&r| kind.at[r as usize][axis]).sum::<f64>();
    let mean = [total(0) / k, total(1) / k];
    let squared = |p: &Point| (p[0] - mean[0]).powi(2) + (p[1] - mean[1]).powi(2);
    let spread: f64 = references.iter().map(|&r| squared(&kind.at[r as usize])).sum();
    kind.at.iter().map(|p| k * squared(p) + spread).collect()
}
