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
    let index = |i: i32| match u32::try_from(i) {
        Ok(v) if (v as usize) < points.len() => Ok(v),
        _ => Err(BoardError::NoSuchElement { kind: SiteType::Vertex, index: i.into(), count: points.len() }),
    };
    let mut pairs = Vec::with_capacity(edges.len());
    for &(a, b) in edges {
        pairs.push((index(a)?, index(b)?, false));
    }
    let places: Vec<(Point, Option<Point>)> = points.iter().map(|&at| (at, None)).collect();
    Ok(Graph::rebuild(&places, &pairs))
}
