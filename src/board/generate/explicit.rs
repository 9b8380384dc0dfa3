//! `graph`: vertices and edges as they are given.

use crate::board::error::bound;
use crate::board::graph::Point;
use crate::board::{BoardError, Graph, SiteType};

/// A place of two or three coordinates, in 32 bits; missing coordinates are 0.
pub(in crate::board) fn point(coordinates: &[f64]) -> Point {
    [0, 1, 2].map(|axis| f64::from(coordinates.get(axis).copied().unwrap_or(0.0) as f32))
}

/// A graph of listed vertices and of edges between them by index.
///
/// # Errors
/// When an edge names a vertex that is not listed, or the board is too large.
pub fn explicit(vertices: &[Vec<f64>], edges: &[(i32, i32)]) -> Result<Graph, BoardError> {
    bound(vertices.len() as u64)?;
    bound(edges.len() as u64)?;
    let points: Vec<Point> = vertices.iter().map(|v| point(v)).collect();
    let index = |i: i32| vertex(i, points.len());
    let pairs =
        edges.iter().map(|&(a, b)| Ok((index(a)?, index(b)?, false))).collect::<Result<Vec<_>, BoardError>>()?;
    let places: Vec<(Point, Option<Point>)> = points.iter().map(|&at| (at, None)).collect();
    Ok(Graph::rebuild(&places, &pairs))
}

/// The number of a vertex that is named by an index, of so many.
pub(in crate::board) fn vertex(index: i32, count: usize) -> Result<u32, BoardError> {
    let missing = BoardError::NoSuchElement { kind: SiteType::Vertex, index: index.into(), count };
    u32::try_from(index).ok().filter(|&v| (v as usize) < count).ok_or(missing)
}
