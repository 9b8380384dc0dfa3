//! `splitCrossings`: a vertex wherever edges cross.

use crate::board::error::bound;
use crate::board::graph::{EPS, Marked, Point, distance3, segments_meet};
use crate::board::{BoardError, Graph};

/// The most comparisons of edges: seconds of work, and far more than any published board needs.
const MAX_WORK: u64 = 400_000_000;

/// Splits crossing edges where they meet, then edges that run through a vertex, and finds the cells anew.
///
/// # Errors
/// When the board becomes too large, or there is too much to look at.
pub fn split_crossings(mut graph: Graph) -> Result<Graph, BoardError> {
    graph.clear_faces();
    let mut from = 0;
    let mut work = 0;
    let edges = graph.edges.len();
    // Each edge is held against each other and each vertex even where nothing crosses.
    spend(&mut 0, edges.saturating_mul(edges / 2 + graph.vertices.len()))?;
    while let Some((a, b, at)) = crossing(&graph, from, &mut work) {
        bound(graph.edges.len() as u64 + 2)?;
        spend(&mut work, 16 * graph.edges.len())?;
        let (first, second) = (graph.edges[a as usize], graph.edges[b as usize]);
        let v = graph.add_vertex(at);
        let pivot = [first.a, first.b, second.a, second.b].iter().find_map(|&w| graph.vertices[w as usize].pivot);
        graph.vertices[v as usize].pivot = pivot;
        take_out(&mut graph, &[b, a]);
        for edge in [first, second] {
            graph.link(edge.a, v);
            graph.link(v, edge.b);
        }
        // Edges below a crossed nothing; only the four new ones can change that.
        let recent = graph.edges.len().saturating_sub(4) as u32;
        spend(&mut work, 4 * a as usize)?;
        from =
            (0..a).find(|&e| (recent..graph.edges.len() as u32).any(|new| meet(&graph, e, new).is_some())).unwrap_or(a);
    }
    let mut from = 0;
    while let Some((e, v)) = touching(&graph, from) {
        bound(graph.edges.len() as u64 + 1)?;
        spend(&mut work, 16 * graph.edges.len() + graph.vertices.len())?;
        let edge = graph.edges[e as usize];
        take_out(&mut graph, &[e]);
        graph.link(edge.a, v);
        graph.link(v, edge.b);
        from = e;
    }
    graph.make_faces(true);
    Ok(graph)
}

fn take_out(graph: &mut Graph, edges: &[u32]) {
    let mut marked = Marked::none(graph);
    edges.iter().for_each(|&e| marked.edges[e as usize] = true);
    graph.remove_marked(marked);
}

/// Counts comparisons of edges.
fn spend(work: &mut u64, units: usize) -> Result<(), BoardError> {
    *work += units as u64;
    if *work > MAX_WORK {
        return Err(BoardError::Refused("the board has more crossings than can be split in reasonable time"));
    }
    Ok(())
}

/// The lowest pair of edges, from one on, whose interiors cross.
fn crossing(graph: &Graph, from: u32, work: &mut u64) -> Option<(u32, u32, Point)> {
    let n = graph.edges.len() as u32;
    (from..n).find_map(|a| {
        *work += u64::from(n - a);
        (a + 1..n).find_map(|b| meet(graph, a, b).map(|at| (a, b, at)))
    })
}

/// Where the interiors of two edges cross.
fn meet(graph: &Graph, a: u32, b: u32) -> Option<Point> {
    let (first, second) = (&graph.edges[a as usize], &graph.edges[b as usize]);
    let (p, q) = (graph.at(first.a), graph.at(first.b));
    let (r, s) = (graph.at(second.a), graph.at(second.b));
    let (t, _) = segments_meet(p, q, r, s, 0.01)?;
    Some([0, 1, 2].map(|axis| p[axis] + t * (q[axis] - p[axis])))
}

/// The lowest edge, from one on, that runs through a vertex which is not its end.
fn touching(graph: &Graph, from: u32) -> Option<(u32, u32)> {
    (from..graph.edges.len() as u32).find_map(|e| {
        let edge = &graph.edges[e as usize];
        let (a, b) = (graph.at(edge.a), graph.at(edge.b));
        let inside = |v: &u32| *v != edge.a && *v != edge.b && on_segment(graph.at(*v), a, b);
        (0..graph.vertices.len() as u32).find(inside).map(|v| (e, v))
    })
}

/// Whether a point lies on a segment, away from its ends.
fn on_segment(p: Point, a: Point, b: Point) -> bool {
    let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let square: f64 = d.iter().map(|x| x * x).sum();
    if square < EPS {
        return false;
    }
    let t = (0..3).map(|axis| (p[axis] - a[axis]) * d[axis]).sum::<f64>() / square;
    let foot = [0, 1, 2].map(|axis| a[axis] + t * d[axis]);
    (0.0..=1.0).contains(&t) && distance3(p, foot) <= 0.001 && distance3(p, a) > 0.001 && distance3(p, b) > 0.001
}
