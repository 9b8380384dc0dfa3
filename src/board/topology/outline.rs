//! The outline of the board, what touches it, its extremes, and the largest cells.

use super::{Kind, ids};
use crate::board::graph::{least, sides};
use crate::board::{Graph, NamedSet, Polygon, SiteType};

/// Finds the perimeters and fills the sets outer, inner, perimeter, top, bottom, left, right, major, minor.
///
/// Each perimeter is a walk counter-clockwise along the outside; its vertices may repeat.
pub(super) fn measure(graph: &Graph, kinds: &mut [Kind; 3]) -> Vec<Vec<u32>> {
    let perimeters = perimeters(graph);
    let mut marked = SiteType::ALL.map(|kind| vec![false; graph.count(kind)]);
    for walk in &perimeters {
        mark(graph, walk, &mut marked);
    }
    let [vertices, edges, cells] = &mut marked;
    for (cell, face) in cells.iter_mut().zip(graph.faces()) {
        *cell |= face.vertices.iter().any(|&v| vertices[v as usize]);
    }
    for (flag, edge) in edges.iter_mut().zip(graph.edges()) {
        let rim = vertices[edge.a as usize] && vertices[edge.b as usize];
        *flag |= rim && (edge.left.is_none() || edge.right.is_none());
    }
    for (kind, flags) in kinds.iter_mut().zip(&marked) {
        kind.sets[NamedSet::Outer as usize] = ids(flags.iter().copied());
        kind.sets[NamedSet::Perimeter as usize] = ids(flags.iter().copied());
        kind.sets[NamedSet::Inner as usize] = ids(flags.iter().map(|rim| !rim));
        extremes(kind);
    }
    let most = graph.faces().iter().map(|f| f.vertices.len()).max();
    let major = || graph.faces().iter().map(|f| Some(f.vertices.len()) == most);
    let cells = &mut kinds[SiteType::Cell as usize];
    cells.sets[NamedSet::Major as usize] = ids(major());
    cells.sets[NamedSet::Minor as usize] = ids(major().map(|big| !big));
    perimeters
}

/// All outlines of a graph, one for each separate part that is not inside another.
pub(in crate::board) fn perimeters(graph: &Graph) -> Vec<Vec<u32>> {
    let mut covered = vec![false; graph.vertices().len()];
    let mut walks: Vec<(Vec<u32>, Polygon)> = Vec::new();
    while let Some(start) = leftmost(graph, &covered) {
        let walk = walk(graph, start);
        let outline = polygon(graph, &walk);
        for &v in &walk {
            covered[v as usize] = true;
        }
        if walk.len() > 2 {
            for (done, vertex) in covered.iter_mut().zip(graph.vertices()).filter(|(done, _)| !**done) {
                *done = outline.contains(vertex.at[0], vertex.at[1]);
            }
        }
        walks.push((walk, outline));
    }
    for i in (0..walks.len()).rev() {
        let first = graph.at(walks[i].0[0]);
        let holds = |(j, (_, outline)): (usize, &(Vec<u32>, Polygon))| j != i && outline.contains(first[0], first[1]);
        if walks.iter().enumerate().any(holds) {
            walks.remove(i);
        }
    }
    walks.into_iter().map(|(walk, _)| walk).collect()
}

/// The first uncovered vertex of least x.
fn leftmost(graph: &Graph, covered: &[bool]) -> Option<u32> {
    least((0..covered.len() as u32).filter(|&v| !covered[v as usize]).map(|v| (graph.at(v)[0], v)))
}

/// The walk around the outside from a leftmost vertex.
fn walk(graph: &Graph, start: u32) -> Vec<u32> {
    let vertices = graph.vertices();
    let edges = graph.edges();
    let here = graph.at(start);
    let turn = |&e: &u32| {
        let there = graph.at(edges[e as usize].other(start));
        ((there[0] - here[0]).atan2(-(there[1] - here[1])), e)
    };
    let first = least(vertices[start as usize].edges.iter().map(turn));
    let mut walk = vec![start];
    let Some(mut e) = first else { return walk };
    let mut last = start;
    let mut v = edges[e as usize].other(start);
    // Every edge is walked at most once in each sense; the bound only matters when edges cross or coincide.
    for _ in 0..2 * edges.len() {
        if v == start {
            break;
        }
        walk.push(v);
        let list = &vertices[v as usize].edges;
        let i = list.iter().position(|&x| x == e).unwrap_or(0);
        let onwards = (1..list.len()).map(|k| list[(i + k) % list.len()]).find(|&x| edges[x as usize].other(v) != last);
        e = onwards.unwrap_or(e);
        last = v;
        v = edges[e as usize].other(v);
    }
    walk
}

fn polygon(graph: &Graph, walk: &[u32]) -> Polygon {
    Polygon::exact(walk.iter().map(|&v| [graph.at(v)[0], graph.at(v)[1]]).collect())
}

/// Marks the vertices of a walk, the edges between consecutive ones, and the left (else right) face of those.
fn mark(graph: &Graph, walk: &[u32], marked: &mut [Vec<bool>; 3]) {
    for (&a, &b) in sides(walk) {
        marked[SiteType::Vertex as usize][a as usize] = true;
        if let Some(e) = graph.edge_between(a, b).filter(|_| a != b) {
            marked[SiteType::Edge as usize][e as usize] = true;
            let edge = &graph.edges()[e as usize];
            if let Some(f) = edge.left.or(edge.right) {
                marked[SiteType::Cell as usize][f as usize] = true;
            }
        }
    }
}

/// Fills left, right, top and bottom: the elements nearer than 0.01 to the extreme.
fn extremes(kind: &mut Kind) {
    let sides =
        [(NamedSet::Left, 0, -1.0), (NamedSet::Right, 0, 1.0), (NamedSet::Bottom, 1, -1.0), (NamedSet::Top, 1, 1.0)];
    for (set, axis, sign) in sides {
        let most = kind.at.iter().map(|p| sign * p[axis]).fold(f64::NEG_INFINITY, f64::max);
        kind.sets[set as usize] = ids(kind.at.iter().map(|p| (sign * p[axis] - most).abs() < 0.01));
    }
}
