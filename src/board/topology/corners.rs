//! Corners of the outline, and the sides between them.

use super::{Kind, SIDES, ids};
use crate::board::graph::{EPS, Point, distance};
use crate::board::topology::compass::Fineness;
use crate::board::{Graph, NamedSet, SiteType};

/// A convex or concave bend, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bend {
    None,
    Convex,
    Concave,
}

/// Fills the corner sets and the sides of every kind.
pub(super) fn measure(graph: &Graph, kinds: &mut [Kind; 3], perimeters: &[Vec<u32>]) {
    let bends: Vec<Vec<Bend>> = perimeters.iter().map(|walk| bends(graph, walk)).collect();
    let mut convex = SiteType::ALL.map(|kind| vec![false; graph.count(kind)]);
    let mut concave = convex.clone();
    for (walk, bends) in perimeters.iter().zip(&bends) {
        for (&v, bend) in walk.iter().zip(bends) {
            match bend {
                Bend::Convex => convex[0][v as usize] = true,
                Bend::Concave => concave[0][v as usize] = true,
                Bend::None => {}
            }
        }
    }
    spread(graph, kinds, &mut convex, &mut concave);
    for (i, kind) in kinds.iter_mut().enumerate() {
        let either = convex[i].iter().zip(&concave[i]).map(|(a, b)| *a || *b);
        kind.sets[NamedSet::ConvexCorners as usize] = ids(convex[i].iter().copied());
        kind.sets[NamedSet::ConcaveCorners as usize] = ids(concave[i].iter().copied());
        kind.sets[NamedSet::Corners as usize] = ids(either);
    }
    sides(graph, kinds, perimeters);
}

/// What kind of corner each position of a walk is.
fn bends(graph: &Graph, walk: &[u32]) -> Vec<Bend> {
    let m = walk.len();
    if m < 6 {
        return vec![Bend::Convex; m];
    }
    let at = |i: usize| graph.at(walk[i % m]);
    let scores: Vec<f64> =
        (0..m).map(|i| (1..=3).map(|k| bulge(at(i + m - k), at(i), at(i + k)) / k as f64).sum()).collect();
    let smooth: Vec<f64> =
        (0..m).map(|i| (4.0 * scores[i] + scores[(i + 1) % m] + scores[(i + m - 1) % m]) / 6.0).collect();
    let (before, after) = (|i: usize| (i + m - 1) % m, |i: usize| (i + 1) % m);
    let mut convex: Vec<bool> = (0..m)
        .map(|i| {
            let s = smooth[i];
            s >= 0.32 && s >= smooth[before(i)] - 0.001 && s >= smooth[after(i)] - 0.001
        })
        .collect();
    for i in 0..m {
        if convex[i] {
            for j in [before(i), after(i)] {
                convex[j] |= smooth[j] >= 0.95 * smooth[i];
            }
        }
    }
    (0..m)
        .map(|i| {
            let s = smooth[i];
            if convex[i] {
                Bend::Convex
            } else if s <= -0.25 && s <= smooth[before(i)] + 0.001 && s <= smooth[after(i)] + 0.001 {
                Bend::Concave
            } else {
                Bend::None
            }
        })
        .collect()
}

/// How far a point stands out from the line between two others; negative when it stands in.
fn bulge(a: Point, p: Point, b: Point) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = (dx * dx + dy * dy).sqrt();
    let d = if length < EPS { distance(p, a) } else { ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx).abs() / length };
    let turn = (p[0] - a[0]) * (b[1] - a[1]) - (p[1] - a[1]) * (b[0] - a[0]);
    if turn < EPS { -d } else { d }
}

/// Makes edges and cells at the corner vertices corners too.
fn spread(graph: &Graph, kinds: &[Kind; 3], convex: &mut [Vec<bool>; 3], concave: &mut [Vec<bool>; 3]) {
    let flags = |kind: SiteType| {
        let mut flags = vec![false; graph.count(kind)];
        for &id in &kinds[kind as usize].sets[NamedSet::Perimeter as usize] {
            flags[id as usize] = true;
        }
        flags
    };
    let (rim_vertices, rim_edges) = (flags(SiteType::Vertex), flags(SiteType::Edge));
    let corner: Vec<bool> = convex[0].iter().zip(&concave[0]).map(|(a, b)| *a || *b).collect();
    for v in (0..corner.len()).filter(|&v| corner[v]) {
        let vertex = &graph.vertices()[v];
        let inward = concave[0][v];
        let target = if inward { &mut *concave } else { &mut *convex };
        let mut linked = false;
        for &e in &vertex.edges {
            let edge = &graph.edges()[e as usize];
            if corner[edge.other(v as u32) as usize] {
                linked = true;
                target[1][e as usize] = true;
                if let Some(f) = edge.left.or(edge.right) {
                    target[2][f as usize] = true;
                }
            }
        }
        if linked {
            continue;
        }
        for &e in vertex.edges.iter().filter(|&&e| rim_edges[e as usize]) {
            let edge = &graph.edges()[e as usize];
            target[1][e as usize] = true;
            if let Some(f) = edge.left.or(edge.right).filter(|_| !inward) {
                target[2][f as usize] = true;
            }
        }
        if inward {
            for &f in &vertex.faces {
                let ring = &graph.faces()[f as usize].vertices;
                if ring.iter().filter(|&&w| rim_vertices[w as usize]).count() == 1 {
                    target[2][f as usize] = true;
                }
            }
        }
    }
}

/// Names the runs of the outline between corners after the side of the board they lie on.
fn sides(graph: &Graph, kinds: &mut [Kind; 3], perimeters: &[Vec<u32>]) {
    let n = graph.vertices().len();
    let all: Vec<u32> = (0..n as u32).collect();
    let mid = graph.mean(&all);
    let mut sides = vec![[false; SIDES.len()]; n];
    // A vertex that is a corner where one walk passes it is a corner of every walk.
    let mut corner = vec![false; n];
    for &v in &kinds[0].sets[NamedSet::Corners as usize] {
        corner[v as usize] = true;
    }
    for walk in perimeters {
        let m = walk.len();
        let bends: Vec<bool> = walk.iter().map(|&v| corner[v as usize]).collect();
        for start in (0..m).filter(|&i| bends[i]) {
            let end = (1..=m).find(|k| bends[(start + k) % m]).unwrap_or(m);
            let run: Vec<u32> = (0..=end).map(|k| walk[(start + k) % m]).collect();
            let average = graph.mean(&run);
            let side = Fineness::Sixteen.wind(mid, average);
            for &v in &run {
                sides[v as usize][side] = true;
            }
        }
    }
    for (side, _) in SIDES.iter().enumerate() {
        let on = |v: &u32| sides[*v as usize][side];
        kinds[0].sides[side] = all.iter().copied().filter(on).collect();
        kinds[1].sides[side] = ids(graph.edges().iter().map(|e| on(&e.a) || on(&e.b)));
        kinds[2].sides[side] = ids(graph.faces().iter().map(|f| f.vertices.iter().any(on)));
    }
}
