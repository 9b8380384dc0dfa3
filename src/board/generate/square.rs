//! `square` and `rectangle`: boards of squares.

use super::lattice::scan_bounds;
use crate::board::error::{at_least, bound, bound_product};
use crate::board::graph::distance3;
use crate::board::{BoardError, Graph, Polygon, SiteType};
use std::collections::HashMap;

/// The diagonal links of a board of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Diagonals {
    /// No links.
    #[default]
    Implied,
    /// One in each square, turning from square to square.
    Alternating,
    /// Both in each square, with a vertex where they meet.
    Solid,
    /// Both in each square, crossing without a vertex.
    SolidNoSplit,
    /// Around the middle.
    Concentric,
    /// From the middle outwards.
    Radiating,
}

/// `(square n)`: n × n cells, or vertices.
///
/// # Errors
/// As [`rectangle`].
pub fn square(n: i32, diagonals: Diagonals, pyramidal: bool, build: SiteType) -> Result<Graph, BoardError> {
    rectangle(n, n, diagonals, pyramidal, build)
}

/// `(square Limping n)`: n rows and n + 1 columns.
///
/// # Errors
/// As [`rectangle`].
pub fn square_limping(n: i32, diagonals: Diagonals, pyramidal: bool, build: SiteType) -> Result<Graph, BoardError> {
    rectangle(n, n.saturating_add(1), diagonals, pyramidal, build)
}

/// `(rectangle rows columns)` of cells, or of vertices; `pyramidal` heaps smaller layers on it.
///
/// # Errors
/// When a size is negative or the board too large.
pub fn rectangle(
    rows: i32,
    columns: i32,
    diagonals: Diagonals,
    pyramidal: bool,
    build: SiteType,
) -> Result<Graph, BoardError> {
    let k = i64::from(build == SiteType::Cell);
    let pyramidal = pyramidal && build != SiteType::Edge;
    let (rows, columns) =
        (at_least("the number of rows", rows, 0)? + k, at_least("the number of columns", columns, 0)? + k);
    let layers = if pyramidal { rows.min(columns).max(1) } else { 1 };
    bound_product(rows.saturating_mul(columns), 2 * layers)?;
    let mut graph = Graph::new();
    for r in 0..rows {
        for c in 0..columns {
            graph.add_vertex([c as f64, r as f64, 0.0]);
        }
    }
    for r in 0..rows {
        for c in 0..columns {
            let v = (r * columns + c) as u32;
            if r + 1 < rows {
                graph.force_link(v, v + columns as u32, false);
            }
            if c + 1 < columns {
                graph.force_link(v, v + 1, false);
            }
        }
    }
    if pyramidal {
        pyramid(&mut graph, rows, columns);
    }
    link_diagonals(&mut graph, diagonals, (0, rows), (0, columns));
    graph.make_faces(false);
    graph.reorder();
    Ok(graph)
}

/// `(square Diamond d)`, the same for all kinds of element.
///
/// # Errors
/// When the size is negative or the board too large.
pub fn square_diamond(d: i32, diagonals: Diagonals) -> Result<Graph, BoardError> {
    let d = at_least("the size", d, 0)?;
    let inside = |r: i64, c: i64| r + c >= d - 1 && c - r <= d && r - c <= d && r + c < 3 * d;
    let places = super::lattice::scan_square(2 * d, 2 * d, inside)?;
    bound(places.len() as u64 * 2)?;
    Ok(from_places(&places, diagonals, (0, 2 * d), (0, 2 * d)))
}

/// `(square {s1 s2 ..})`: the outline drawn by a turtle that turns right before each side, left for negative ones.
///
/// # Errors
/// As [`square_poly`].
pub fn square_sides(sides: &[i32], diagonals: Diagonals) -> Result<Graph, BoardError> {
    square_poly(&turtle(sides, |r, c| [c as f64, r as f64])?, diagonals)
}

/// `(square (poly ..))`: the places within an outline.
///
/// # Errors
/// When the outline is too large.
pub fn square_poly(polygon: &Polygon, diagonals: Diagonals) -> Result<Graph, BoardError> {
    let inflated = polygon.inflated();
    let all = scan_bounds(&inflated, 2)?;
    let range = |part: fn(&(i64, i64)) -> i64| {
        (all.iter().map(part).min().unwrap_or(0), all.iter().map(part).max().unwrap_or(0))
    };
    let (rows, columns) = (range(|p| p.0), range(|p| p.1));
    let places: Vec<(i64, i64)> = all.into_iter().filter(|&(r, c)| inflated.contains(c as f64, r as f64)).collect();
    bound(places.len() as u64 * 2)?;
    Ok(from_places(&places, diagonals, rows, columns))
}

/// The outline of sides on a square lattice.
pub(super) fn turtle(sides: &[i32], at: impl Fn(i64, i64) -> [f64; 2]) -> Result<Polygon, BoardError> {
    const STEPS: [(i64, i64); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    if sides.is_empty() {
        return Err(BoardError::Empty("sides"));
    }
    let (mut r, mut c, mut heading) = (0, 0, 3_i64);
    let mut points = vec![at(0, 0)];
    for &side in sides {
        heading = (heading + if side < 0 { -1 } else { 1 }).rem_euclid(4);
        let (dr, dc) = STEPS[heading as usize];
        r += i64::from(side) * dr;
        c += i64::from(side) * dc;
        points.push(at(r, c));
    }
    Ok(Polygon::exact(points))
}

fn from_places(places: &[(i64, i64)], diagonals: Diagonals, rows: (i64, i64), columns: (i64, i64)) -> Graph {
    let points: Vec<[f64; 3]> = places.iter().map(|&(r, c)| [c as f64, r as f64, 0.0]).collect();
    let mut graph = Graph::from_points(&points);
    link_diagonals(&mut graph, diagonals, rows, columns);
    graph.make_faces(false);
    graph.reorder();
    graph
}

/// Adds the upper layers and links everything at unit distance in space.
fn pyramid(graph: &mut Graph, rows: i64, columns: i64) {
    for layer in 1..rows {
        let base = layer as f64 / 2.0;
        for r in 0..rows - layer {
            for c in 0..columns - layer {
                graph.add_vertex([base + c as f64, base + r as f64, layer as f64 / std::f64::consts::SQRT_2]);
            }
        }
    }
    graph.link_near(0..graph.vertices.len() as u32, 1.1, |a, b| (distance3(a, b) - 1.0).abs() < 0.05);
}

/// Links the diagonals of the squares in a range of rows and columns, both ends included.
fn link_diagonals(graph: &mut Graph, diagonals: Diagonals, rows: (i64, i64), columns: (i64, i64)) {
    if diagonals == Diagonals::Implied {
        return;
    }
    let mut known = HashMap::new();
    for (v, vertex) in (0_u32..).zip(graph.vertices()).filter(|(_, vertex)| vertex.at[2] == 0.0) {
        known.entry((vertex.at[0] as i64, vertex.at[1] as i64)).or_insert(v);
    }
    let find = |x: i64, y: i64| known.get(&(x, y)).copied();
    let (mid_row, mid_column) = ((rows.0 + rows.1) / 2, (columns.0 + columns.1) / 2);
    if diagonals == Diagonals::Radiating {
        let reach = ((rows.1 - rows.0) / 2).max((columns.1 - columns.0) / 2);
        for n in 0..=reach {
            for (i, j) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
                // Ludii takes the middle row for x and the middle column for y.
                let from = find(mid_row + n * i, mid_column + n * j);
                let to = find(mid_row + (n + 1) * i, mid_column + (n + 1) * j);
                if let (Some(from), Some(to)) = (from, to) {
                    graph.link(from, to);
                }
            }
        }
        return;
    }
    for r in rows.0..=rows.1 {
        for c in columns.0..=columns.1 {
            let corners = [find(c, r), find(c, r + 1), find(c + 1, r + 1), find(c + 1, r)];
            let [Some(a), Some(b), Some(c2), Some(d)] = corners else { continue };
            let rising = match diagonals {
                Diagonals::Alternating => (r + c) % 2 == 0,
                Diagonals::Concentric => (r < mid_row) != (c < mid_column),
                Diagonals::Solid => {
                    let middle = graph.find_or_add(graph.mean(&[a, b, c2, d]));
                    for corner in [a, b, c2, d] {
                        graph.link(corner, middle);
                    }
                    continue;
                }
                _ => {
                    graph.link(a, c2);
                    graph.link(b, d);
                    continue;
                }
            };
            let (low, high) = if rising { (a, c2) } else { (b, d) };
            graph.link(low, high);
        }
    }
}
