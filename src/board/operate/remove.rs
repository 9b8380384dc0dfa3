//! `remove`: fewer vertices, edges and cells.

use crate::board::generate::point;
use crate::board::graph::Marked;
use crate::board::{Graph, Polygon, SiteType};

/// What `remove` takes out. With an outline everything else is ignored; of places and indices of one kind the places
/// come first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Removals {
    /// Vertices within this outline.
    pub outline: Option<Polygon>,
    /// Cells by the places of their corners.
    pub cells_at: Vec<Vec<Vec<f64>>>,
    /// Cells by index.
    pub cells: Vec<i32>,
    /// Edges by the places of their ends.
    pub edges_at: Vec<[Vec<f64>; 2]>,
    /// Edges by the indices of their ends.
    pub edges: Vec<(i32, i32)>,
    /// Vertices by place.
    pub vertices_at: Vec<Vec<f64>>,
    /// Vertices by index.
    pub vertices: Vec<i32>,
    /// Keep the edges that removed cells leave bare (`trimEdges:False`).
    pub keep_bare_edges: bool,
}

/// Takes elements out; higher numbers move down. Places where there is nothing and indices out of range are passed
/// over, as in Ludii 1.3.12.
pub fn remove(mut graph: Graph, less: &Removals) -> Graph {
    if let Some(outline) = &less.outline {
        let mut marked = Marked::none(&graph);
        for (gone, vertex) in marked.vertices.iter_mut().zip(&graph.vertices) {
            *gone = outline.contains(vertex.at[0], vertex.at[1]);
        }
        graph.remove_marked(marked);
        return graph;
    }
    let mut cells = flags(&graph, SiteType::Cell, &less.cells);
    let ring =
        |places: &Vec<Vec<f64>>| places.iter().map(|place| graph.find(point(place))).collect::<Option<Vec<u32>>>();
    for f in less.cells_at.iter().filter_map(|places| graph.face_of(&ring(places)?)) {
        cells[f as usize] = true;
    }
    graph.remove_faces(cells, !less.keep_bare_edges);

    let mut marked = Marked::none(&graph);
    let at = less.edges_at.iter().map(|[a, b]| Some((graph.find(point(a))?, graph.find(point(b))?)));
    let numbered = less.edges.iter().map(|&(a, b)| Some((u32::try_from(a).ok()?, u32::try_from(b).ok()?)));
    for e in at.chain(numbered).flatten().filter_map(|(a, b)| graph.edge_between(a, b)) {
        marked.edges[e as usize] = true;
    }
    graph.remove_marked(marked);

    let mut marked = Marked::none(&graph);
    marked.vertices = flags(&graph, SiteType::Vertex, &less.vertices);
    for v in less.vertices_at.iter().filter_map(|place| graph.find(point(place))) {
        marked.vertices[v as usize] = true;
    }
    graph.remove_marked(marked);
    graph
}

/// A flag for each element of a kind, set for those listed.
fn flags(graph: &Graph, kind: SiteType, list: &[i32]) -> Vec<bool> {
    let mut flags = vec![false; graph.count(kind)];
    for &index in list {
        if let Some(flag) = usize::try_from(index).ok().and_then(|i| flags.get_mut(i)) {
            *flag = true;
        }
    }
    flags
}
