//! `complete` and `makeFaces`.

use crate::board::error::bound;
use crate::board::{BoardError, Graph};

/// Links all pairs of vertices; with `each_cell` only those of the same cell, and keeps everything else.
///
/// # Errors
/// When there would be too many edges.
pub fn complete(mut graph: Graph, each_cell: bool) -> Result<Graph, BoardError> {
    if each_cell {
        let pairs: u64 = graph.faces.iter().map(|f| (f.vertices.len() * f.vertices.len()) as u64).sum();
        bound(graph.edges.len() as u64 + pairs)?;
        let rings: Vec<Vec<u32>> = graph.faces.iter().map(|f| f.vertices.clone()).collect();
        for ring in rings {
            for (i, &a) in ring.iter().enumerate() {
                for &b in &ring[i + 1..] {
                    graph.link(a, b);
                }
            }
        }
        return Ok(graph);
    }
    let n = graph.vertices.len() as u64;
    // Every link is compared with every other to find the cells, so the square of their number counts.
    bound(n.saturating_mul(n).saturating_mul(4))?;
    let places: Vec<_> = graph.vertices.iter().map(|v| (v.at, v.pivot.map(|p| graph.at(p)))).collect();
    let n = n as u32;
    let pairs: Vec<(u32, u32, bool)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b, false))).collect();
    let mut graph = Graph::linked(&places, &pairs);
    graph.make_faces(true);
    Ok(graph)
}

/// Finds the cells anew, leaving out rings along crossing edges.
pub fn make_faces(mut graph: Graph) -> Graph {
    graph.make_faces(true);
    graph
}
