//! `dual`: cells become vertices.

use crate::board::Graph;

/// A vertex for each face, linked where faces share an edge; a graph without faces stays as it is.
pub fn dual(graph: Graph) -> Graph {
    if graph.faces().is_empty() {
        return graph;
    }
    let mut dual = Graph::new();
    for face in graph.faces() {
        dual.add_vertex(face.at);
    }
    for edge in graph.edges() {
        if let (Some(left), Some(right)) = (edge.left, edge.right) {
            dual.force_link(left, right, false);
        }
    }
    dual.make_faces(false);
    dual.reorder();
    dual
}
