//! `hole`, `keep`, `clip`: the parts of a graph inside or outside an outline.

use crate::board::graph::Point;
use crate::board::{Graph, Polygon};

/// Takes out the cells inside an outline and the edges they leave bare; vertices stay.
pub fn hole(mut graph: Graph, polygon: &Polygon) -> Graph {
    let outline = polygon.inflated();
    let gone = graph.faces().iter().map(|face| outline.contains(face.at[0], face.at[1])).collect();
    graph.remove_faces(gone, true);
    graph
}

/// Keeps what is inside an outline.
pub fn keep(graph: &Graph, polygon: &Polygon) -> Graph {
    let outline = polygon.inflated();
    select(graph, |at| outline.contains(at[0], at[1]))
}

/// Keeps what is outside an outline.
pub fn clip(graph: &Graph, polygon: &Polygon) -> Graph {
    let outline = polygon.inflated();
    select(graph, |at| !outline.contains(at[0], at[1]))
}

fn select(graph: &Graph, stays: impl Fn(Point) -> bool) -> Graph {
    let vertices: Vec<bool> = graph.vertices().iter().map(|v| stays(v.at)).collect();
    graph.restricted(&vertices, &vec![true; graph.edges().len()])
}
