//! `add`: more vertices, edges and cells.

use super::combine::link_within;
use crate::board::error::bound;
use crate::board::generate::{point, vertex};
use crate::board::{BoardError, Graph};

/// What `add` brings in; places are lists of two or three coordinates, indices are those of vertices.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Additions {
    /// The ends of curved edges.
    pub curved: Vec<[Vec<f64>; 2]>,
    /// Places of vertices.
    pub vertices: Vec<Vec<f64>>,
    /// Places of the ends of edges.
    pub edges_at: Vec<[Vec<f64>; 2]>,
    /// Places of the corners of cells.
    pub cells_at: Vec<Vec<Vec<f64>>>,
    /// Indices of the ends of edges.
    pub edges: Vec<(i32, i32)>,
    /// Indices of the corners of cells.
    pub cells: Vec<Vec<i32>>,
    /// Whether the new vertices are linked to those near them.
    pub connect: bool,
}

/// Adds to a graph; what is there already is not added again. Numbers do not change, faces are not found anew.
///
/// # Errors
/// When an index is out of range or the board becomes too large.
pub fn add(mut graph: Graph, more: &Additions) -> Result<Graph, BoardError> {
    let corners: usize = more.cells_at.iter().map(Vec::len).sum();
    bound(
        (graph.vertices.len() + more.vertices.len() + 2 * (more.curved.len() + more.edges_at.len()) + corners) as u64,
    )?;
    bound((graph.edges.len() + more.curved.len() + more.edges_at.len() + more.edges.len() + corners) as u64)?;
    for [a, b] in &more.curved {
        let (a, b) = (graph.find_or_add(point(a)), graph.find_or_add(point(b)));
        graph.force_link(a, b, true);
    }
    let mut fresh = Vec::new();
    for place in &more.vertices {
        let at = point(place);
        if graph.find(at).is_none() {
            fresh.push(graph.add_vertex(at));
        }
    }
    for [a, b] in &more.edges_at {
        let (a, b) = (graph.find_or_add(point(a)), graph.find_or_add(point(b)));
        graph.link(a, b);
    }
    for places in &more.cells_at {
        let ring: Vec<u32> = places.iter().map(|place| graph.find_or_add(point(place))).collect();
        graph.add_ring(&ring);
    }
    let count = graph.vertices.len();
    for &(a, b) in &more.edges {
        let (a, b) = (vertex(a, count)?, vertex(b, count)?);
        graph.link(a, b);
    }
    for ring in &more.cells {
        let ring = ring.iter().map(|&v| vertex(v, count)).collect::<Result<Vec<u32>, _>>()?;
        graph.add_face(&ring);
    }
    if more.connect {
        let threshold = 1.1 * graph.mean_edge_length();
        link_within(&mut graph, fresh, threshold);
    }
    Ok(graph)
}
