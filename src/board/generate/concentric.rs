//! `concentric`: rings about a centre.

use super::regular;
use crate::board::error::{at_least, bound, bound_product};
use crate::board::graph::{Point, distance};
use crate::board::{BoardError, Graph, SiteType};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Which points of polygonal rings exist and are linked across the rings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Joins {
    /// There are points in the middle of the sides.
    pub midpoints: bool,
    /// Those are linked from ring to ring.
    pub join_midpoints: bool,
    /// The corners are linked from ring to ring.
    pub join_corners: bool,
}

impl Default for Joins {
    fn default() -> Self {
        Self { midpoints: true, join_midpoints: true, join_corners: false }
    }
}

/// Polygons within polygons: `Triangle`, `Square`, `Hexagon` or `sides:n`.
///
/// # Errors
/// When there are fewer than three sides or no rings, or the board is too large.
pub fn concentric_polygon(sides: i32, rings: i32, joins: Joins, build: SiteType) -> Result<Graph, BoardError> {
    let (n, rings) = (at_least("the number of sides", sides, 3)?, at_least("the number of rings", rings, 1)?);
    bound_product(n, rings.saturating_mul(4))?;
    let arc = TAU / n as f64;
    let start = FRAC_PI_2 + if n % 2 == 0 { arc / 2.0 } else { 0.0 };
    let mut graph = Graph::new();
    let mut all: Vec<Vec<u32>> = Vec::new();
    for ring in 0..rings {
        let radius = 1.0 + if n == 3 { 2.0 } else { 1.0 } * ring as f64;
        let corner = |side: i64| polar(radius, start + arc * side as f64);
        let mut vertices = Vec::new();
        for side in 0..n {
            let (a, b) = (corner(side), corner(side + 1));
            vertices.push(graph.find_or_add(a));
            if joins.midpoints {
                vertices.push(graph.find_or_add([(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0, 0.0]));
            }
        }
        for (i, &v) in vertices.iter().enumerate() {
            graph.force_link(v, vertices[(i + 1) % vertices.len()], false);
        }
        all.push(vertices);
    }
    if (joins.midpoints && joins.join_midpoints) || joins.join_corners {
        let stride = if joins.midpoints { 2 } else { 1 };
        for pair in all.windows(2) {
            let (inner, outer) = (&pair[0], &pair[1]);
            for i in (0..inner.len()).step_by(stride) {
                if joins.join_corners {
                    graph.link(inner[i], outer[i]);
                }
                if joins.join_midpoints {
                    let next = (i + 1) % inner.len();
                    graph.link(inner[next], outer[next]);
                }
            }
        }
    }
    graph.reorder();
    if build == SiteType::Cell {
        graph.make_faces(true);
    }
    Ok(graph)
}

/// `Target`: rings without any spokes, played on cells only.
///
/// # Errors
/// When it is not to be played on cells, there is no ring, or there are too many.
pub fn concentric_target(rings: i32, build: SiteType) -> Result<Graph, BoardError> {
    let rings = at_least("the number of rings", rings, 1)?;
    bound_product(rings, 8)?;
    if build != SiteType::Cell {
        return Err(BoardError::Refused("a target board is played on its cells"));
    }
    let mut graph = Graph::new();
    for ring in 0..rings {
        let first = ring as u32 * 8;
        let radius = (ring + 1) as f64;
        for s in 0..8 {
            graph.add_vertex(polar(radius, FRAC_PI_2 + TAU / 8.0 * f64::from(s)));
        }
        for s in 0..8 {
            graph.force_link(first + s, first + (s + 1) % 8, true);
        }
    }
    graph.make_faces(true);
    for (f, face) in graph.faces.iter_mut().enumerate() {
        face.at = if f == 0 { [0.0; 3] } else { [0.0, -(f as f64) - 0.5, 0.0] };
    }
    Ok(graph)
}

/// `{n0 n1 ..}`: a curved board of that many cells, or vertices, in each ring from the centre outwards.
///
/// # Errors
/// When the list is empty or the board too large.
pub fn concentric_rings(counts: &[i32], stagger: bool, build: SiteType) -> Result<Graph, BoardError> {
    if counts.is_empty() {
        return Err(BoardError::Empty("rings"));
    }
    let total: u64 = counts.iter().map(|n| u64::from(n.unsigned_abs())).sum();
    bound(total.saturating_mul(3))?;
    match counts {
        _ if build == SiteType::Cell => Ok(cells(counts, stagger)),
        [n] => regular(i32::try_from(n.unsigned_abs()).unwrap_or(i32::MAX), false, build),
        _ => Ok(vertices(counts, stagger)),
    }
}

/// The angle of a spoke; every other ring is turned by half a cell when staggered.
fn spoke(ring: usize, s: u32, n: u32, stagger: bool) -> f64 {
    let offset = if stagger && ring % 2 == 1 { PI / f64::from(n) } else { 0.0 };
    FRAC_PI_2 + offset - TAU * f64::from(s) / f64::from(n)
}

fn polar(radius: f64, angle: f64) -> Point {
    [radius * angle.cos(), radius * angle.sin(), 0.0]
}

/// Links the vertices around a ring by arcs.
fn link_around(graph: &mut Graph, ring: &[u32]) {
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        if a != b && graph.edge_between(a, b).is_none() {
            graph.force_link(a, b, true);
        }
    }
}

fn cells(counts: &[i32], stagger: bool) -> Graph {
    let mut graph = Graph::new();
    graph.add_vertex([0.0; 3]);
    let mut samples: Vec<Vec<(f64, Point)>> = vec![Vec::new(); counts.len() + 1];
    let mut spokes: Vec<(Point, Point)> = Vec::new();
    for (ring, count) in counts.iter().enumerate() {
        let n = count.unsigned_abs();
        if n < 2 {
            continue;
        }
        for s in 0..n {
            let mut angle = spoke(ring, s, n, stagger);
            while angle < -PI {
                angle += TAU;
            }
            while angle > PI {
                angle -= TAU;
            }
            let inner = polar((ring as f64 - 0.5).max(0.0), angle);
            let outer = polar(ring as f64 + 0.5, angle);
            samples[ring].push((angle, inner));
            samples[ring + 1].push((angle, outer));
            spokes.push((inner, outer));
        }
    }
    let mut rings: Vec<Vec<u32>> = Vec::new();
    for list in &mut samples {
        list.sort_by(|l, r| l.0.total_cmp(&r.0));
        list.dedup_by(|later, earlier| distance(later.1, earlier.1) < 0.001);
        rings.push(list.iter().map(|(_, at)| graph.find_or_add(*at)).collect());
    }
    for ring in rings.iter().filter(|ring| ring.len() > 1) {
        link_around(&mut graph, ring);
    }
    for (inner, outer) in spokes {
        let (inner, outer) = (graph.find_or_add(inner), graph.find_or_add(outer));
        graph.link(inner, outer);
    }
    for vertex in &mut graph.vertices {
        vertex.pivot = Some(0);
    }
    graph.make_faces(true);
    graph
}

fn vertices(counts: &[i32], stagger: bool) -> Graph {
    let mut counts: Vec<u32> = counts.iter().map(|n| n.unsigned_abs()).collect();
    if counts[0] > 1 {
        counts.insert(0, 0);
    }
    let mut graph = Graph::new();
    let mut rings: Vec<Vec<(f64, u32)>> = Vec::new();
    for (ring, &n) in counts.iter().enumerate() {
        let mut samples: Vec<(f64, Point)> = (0..n)
            .map(|s| {
                let angle = spoke(ring, s, n, stagger);
                (angle, polar(ring as f64, angle))
            })
            .collect();
        if ring > 0 {
            samples.sort_by(|l, r| l.0.total_cmp(&r.0));
        }
        samples.dedup_by(|later, earlier| distance(later.1, earlier.1) < 0.1);
        rings.push(samples.into_iter().map(|(angle, at)| (angle, graph.find_or_add(at))).collect());
    }
    for (ring, &n) in rings.iter().zip(&counts).skip(1) {
        if n >= 2 {
            let ids: Vec<u32> = ring.iter().map(|(_, v)| *v).collect();
            link_around(&mut graph, &ids);
        }
    }
    let hollow = rings[0].is_empty();
    for (i, pair) in rings.windows(2).enumerate() {
        for &(angle, inner) in &pair[0] {
            if i == 0 {
                for &(_, outer) in &pair[1] {
                    graph.link(inner, outer);
                }
            } else if let Some(outer) = graph.find(polar((i + 1) as f64, angle)) {
                graph.link(inner, outer);
                if hollow {
                    graph.vertices[outer as usize].pivot = Some(inner);
                }
            }
        }
    }
    if let Some(&(_, centre)) = rings[0].first() {
        for vertex in &mut graph.vertices {
            vertex.pivot = Some(centre);
        }
    }
    graph
}
