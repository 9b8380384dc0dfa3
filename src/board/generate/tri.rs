//! `tri`: boards of triangles.

use super::H;
use super::lattice::{Lattice, Shape, hexagon, places};
use crate::board::error::{at_least, bound};
use crate::board::graph::Point;
use crate::board::{BoardError, Graph, SiteType};

/// A board of triangles. On cells most sizes count triangles along a side, otherwise points.
///
/// # Errors
/// When a size is negative, a list empty, or the board too large.
pub fn tri(shape: &Shape, build: SiteType) -> Result<Graph, BoardError> {
    let k = i64::from(build == SiteType::Cell);
    if let Shape::Hexagon(n) = *shape {
        return regular(at_least("the size", n, 0)? + k);
    }
    let upright = matches!(shape, Shape::Diamond(_) | Shape::Prism(..));
    let lattice = if upright { Lattice::TriUpright } else { Lattice::Tri };
    let margin = match shape {
        Shape::Sides(sides) => match sides.as_slice() {
            [a, b] if a.checked_add(1) == Some(*b) => i64::from(*a),
            _ => 2,
        },
        _ => 2,
    };
    let places = places(shape, k, lattice, margin)?;
    bound(places.len() as u64 * 3)?;
    let points: Vec<Point> = places.into_iter().map(|p| [p[0], p[1], 0.0]).collect();
    let mut graph = Graph::from_points(&points);
    graph.reorder();
    Ok(graph)
}

/// The regular hexagon keeps 64 bits, and its upper half is linked from above.
fn regular(n: i64) -> Result<Graph, BoardError> {
    bound((n as u64).saturating_mul(n as u64).saturating_mul(9))?;
    let places = hexagon(n)?;
    let points: Vec<Point> = places.iter().map(|&(r, c)| [c as f64 - r as f64 / 2.0, H * r as f64, 0.0]).collect();
    let swap = |a: u32, b: u32| {
        let (low, high) = (places[a as usize].0, places[b as usize].0);
        low != high && low >= n - 1
    };
    let mut graph = Graph::direct(&points, swap);
    graph.reorder();
    Ok(graph)
}
