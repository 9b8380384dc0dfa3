//! `subdivide`: cells divided around their middle.

use crate::board::error::bound;
use crate::board::{BoardError, Graph, SiteType};

/// Divides every cell of at least `min` sides around a new vertex in its middle. Played on cells the parts become
/// cells; otherwise no cells are left.
///
/// # Errors
/// When the board becomes too large.
pub fn subdivide(mut graph: Graph, min: i32, build: SiteType) -> Result<Graph, BoardError> {
    if build == SiteType::Vertex {
        graph.make_faces(true);
    }
    let divided = |sides: usize| sides as i64 >= i64::from(min);
    let faces: Vec<usize> = (0..graph.faces.len()).rev().filter(|&f| divided(graph.faces[f].vertices.len())).collect();
    let links: usize = faces.iter().map(|&f| graph.faces[f].vertices.len()).sum();
    bound((graph.edges.len() + links) as u64)?;
    for f in faces {
        let face = graph.faces[f].clone();
        let middle = graph.add_vertex(face.at);
        for v in face.vertices {
            graph.link(middle, v);
        }
    }
    if build == SiteType::Cell {
        graph.make_faces(true);
    } else {
        graph.clear_faces();
    }
    Ok(graph)
}
