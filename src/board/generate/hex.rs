//! `hex`: boards of hexagons.

use super::lattice::{Lattice, Shape, hexagon, places};
use super::{H, ROOT_3};
use crate::board::error::{at_least, bound};
use crate::board::graph::{Point, stamp};
use crate::board::{BoardError, Graph};

/// The corners of a hexagon that stands on a corner.
pub(super) const CORNERS: [[f64; 2]; 6] = [[0.0, 1.0], [H, 0.5], [H, -0.5], [0.0, -1.0], [-H, -0.5], [-H, 0.5]];

/// A board of hexagons: the cells make the shape, whatever the board is played on.
///
/// # Errors
/// When a size is negative, a list empty, or the board too large.
pub fn hex(shape: &Shape) -> Result<Graph, BoardError> {
    if let Shape::Hexagon(n) = *shape {
        return regular(at_least("the size", n, 0)?);
    }
    let upright = matches!(shape, Shape::Diamond(_) | Shape::Prism(..));
    let lattice = if upright { Lattice::HexUpright } else { Lattice::Hex };
    let anchors = places(shape, 0, lattice, 3)?;
    bound(anchors.len() as u64 * 3)?;
    let offsets = if upright { CORNERS.map(|[x, y]| [y, x]) } else { CORNERS };
    let mut graph = Graph::from_points(&stamp(&anchors, &offsets));
    graph.reorder();
    Ok(graph)
}

/// The regular hexagon is laid row by row along its zigzags and keeps 64 bits.
fn regular(n: i64) -> Result<Graph, BoardError> {
    bound((n as u64).saturating_mul(n as u64).saturating_mul(9))?;
    let cells = hexagon(n)?;
    let mut points: Vec<Point> = Vec::new();
    let mut zigzag = |r: i64, offsets: [usize; 3]| {
        let row: Vec<i64> = cells.iter().filter(|cell| cell.0 == r).map(|cell| cell.1).collect();
        let mut add = |c: i64, offset: usize| {
            let at = [ROOT_3 * (c as f64 - r as f64 / 2.0), 1.5 * r as f64];
            points.push([at[0] + CORNERS[offset][0], at[1] + CORNERS[offset][1], 0.0]);
        };
        for &c in &row {
            add(c, offsets[0]);
            add(c, offsets[1]);
        }
        if let Some(&last) = row.last() {
            add(last, offsets[2]);
        }
    };
    for r in 0..n {
        zigzag(r, [4, 3, 2]);
    }
    for r in (n - 1).max(0)..(2 * n - 1).max(0) {
        zigzag(r, [5, 0, 1]);
    }
    let mut graph = Graph::direct(&points, |_, _| false);
    graph.reorder();
    Ok(graph)
}
