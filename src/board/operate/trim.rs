//! `trim`: loose ends taken off.

use crate::board::Graph;
use crate::board::graph::Marked;

/// Takes out edges that end at a vertex without other edges, from the highest number down, then vertices without edges
/// that are nobody's pivot.
pub fn trim(mut graph: Graph) -> Graph {
    let mut degree: Vec<usize> = graph.vertices.iter().map(|v| v.edges.len()).collect();
    let mut marked = Marked::none(&graph);
    for (e, edge) in graph.edges.iter().enumerate().rev() {
        let ends = [edge.a as usize, edge.b as usize];
        if ends.iter().any(|&v| degree[v] == 1) {
            marked.edges[e] = true;
            ends.iter().for_each(|&v| degree[v] -= 1);
        }
    }
    for (gone, degree) in marked.vertices.iter_mut().zip(&degree) {
        *gone = *degree == 0;
    }
    for pivot in graph.vertices.iter().filter_map(|v| v.pivot) {
        marked.vertices[pivot as usize] = false;
    }
    graph.remove_marked(marked);
    graph
}
