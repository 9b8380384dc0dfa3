//! `merge`, `union`, `intersect`: one graph from several.

use crate::board::error::bound;
use crate::board::graph::{Grid, Point, distance};
use crate::board::{BoardError, Graph};

/// Whether two vertices are the same place to `merge` and `intersect`.
fn same(a: Point, b: Point) -> bool {
    (a[0] - b[0]).abs() + (a[1] - b[1]).abs() + (a[2] - b[2]).abs() < 0.01
}

/// All graphs side by side, without merging; `connect` links vertices that are near each other.
///
/// # Errors
/// When the board is too large.
pub fn union(graphs: Vec<Graph>, connect: bool) -> Result<Graph, BoardError> {
    let mut all = concatenate(graphs)?;
    if connect {
        link_near(&mut all);
    }
    Ok(all)
}

/// All graphs in one; vertices at the same place become one, with the lower number. `connect` links vertices that are
/// near each other.
///
/// # Errors
/// When the board is too large.
pub fn merge(graphs: Vec<Graph>, connect: bool) -> Result<Graph, BoardError> {
    let all = concatenate(graphs)?;
    let mut grid = Grid::new(0.01);
    let mut new = Vec::with_capacity(all.vertices.len());
    let mut kept: Vec<u32> = Vec::new();
    for (v, vertex) in (0_u32..).zip(&all.vertices) {
        let known = grid.around(vertex.at).filter(|&i| same(all.at(kept[i as usize]), vertex.at)).min();
        new.push(known.unwrap_or_else(|| {
            let id = kept.len() as u32;
            grid.insert(id, vertex.at);
            kept.push(v);
            id
        }));
    }
    let place = |&v: &u32| {
        let vertex = &all.vertices[v as usize];
        (vertex.at, vertex.pivot.map(|p| all.at(p)))
    };
    let places: Vec<(Point, Option<Point>)> = kept.iter().map(place).collect();
    let pairs: Vec<(u32, u32, bool)> =
        all.edges.iter().map(|e| (new[e.a as usize], new[e.b as usize], e.curved)).collect();
    let mut graph = Graph::rebuild(&places, &pairs);
    if connect {
        link_near(&mut graph);
    }
    Ok(graph)
}

/// What of the first graph is in all the others too.
pub fn intersect(graphs: &[Graph]) -> Graph {
    let Some((first, others)) = graphs.split_first() else { return Graph::new() };
    let mut vertices = vec![true; first.vertices.len()];
    let mut edges = vec![true; first.edges.len()];
    for other in others {
        let grid = Grid::of(0.01, other.vertices.iter().map(|vertex| vertex.at));
        let matches =
            |v: u32| -> Vec<u32> { grid.around(first.at(v)).filter(|&w| same(first.at(v), other.at(w))).collect() };
        for (v, stays) in (0_u32..).zip(&mut vertices) {
            *stays &= !matches(v).is_empty();
        }
        for (edge, stays) in first.edges.iter().zip(&mut edges) {
            let (a, b) = (matches(edge.a), matches(edge.b));
            *stays &= a.iter().any(|&a| b.iter().any(|&b| other.edge_between(a, b).is_some()));
        }
    }
    first.restricted(&vertices, &edges)
}

fn concatenate(graphs: Vec<Graph>) -> Result<Graph, BoardError> {
    let mut all = Graph::new();
    for graph in graphs {
        bound((all.vertices.len() + graph.vertices.len()) as u64)?;
        bound((all.edges.len() + graph.edges.len()) as u64)?;
        all.append(graph);
    }
    Ok(all)
}

/// Links all vertices nearer than 1.1 mean edge lengths, then finds the faces anew.
fn link_near(graph: &mut Graph) {
    let threshold = 1.1 * graph.mean_edge_length();
    link_within(graph, 0..graph.vertices.len() as u32, threshold);
    graph.make_faces(true);
}

/// Links each of some vertices to every vertex nearer than a threshold in the plane.
pub(super) fn link_within(graph: &mut Graph, from: impl IntoIterator<Item = u32>, threshold: f64) {
    if threshold > 0.0 {
        graph.link_near(from, threshold, |a, b| distance(a, b) < threshold);
    }
}
