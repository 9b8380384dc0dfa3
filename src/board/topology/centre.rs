//! The centre of each kind of element.

use super::{Kind, ids};
use crate::board::NamedSet;

/// Fills the centre: the elements of least total squared distance to the outline and the corners.
pub(super) fn measure(kind: &mut Kind) {
    let n = kind.at.len();
    let rim = if n < 100 { kind.sets[NamedSet::Perimeter as usize].as_slice() } else { &[] };
    let references: Vec<u32> = rim.iter().chain(&kind.sets[NamedSet::Corners as usize]).copied().collect();
    let costs: Vec<f64> = kind
        .at
        .iter()
        .map(|p| {
            let squared = |&r: &u32| {
                let q = kind.at[r as usize];
                (p[0] - q[0]).powi(2) + (p[1] - q[1]).powi(2)
            };
            references.iter().map(squared).sum()
        })
        .collect();
    let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
    let near: Vec<bool> = costs.iter().map(|cost| (cost - least).abs() < 0.0001).collect();
    kind.sets[NamedSet::Centre as usize] = ids(&near);
}
