//! `quadhex`: a hexagon divided into quadrilaterals, in six sectors or in three.

use super::H;
use crate::board::error::{at_least, bound_product};
use crate::board::{BoardError, Graph};

/// A hexagon of six sectors of n × n quadrilaterals.
///
/// # Errors
/// When the size is negative or the board too large.
pub fn quadhex(n: i32) -> Result<Graph, BoardError> {
    let n = at_least("the size", n, 0)?;
    bound_product(6 * n, 2 * n)?;
    let side = n as f64;
    let (a, b, c) = ([0.0, 0.0], [0.0, side * H], [side / 2.0, side * H]);
    let d = mix(c, [side, 0.0], 0.5);
    let mut graph = Graph::new();
    for sector in 0..6 {
        let (sin, cos) = f64::to_radians(60.0 * f64::from(sector)).sin_cos();
        let at = |i: i64, j: i64| {
            let part = i as f64 / side;
            let [x, y] = mix(mix(a, d, part), mix(b, c, part), j as f64 / side);
            [x * cos - y * sin, x * sin + y * cos, 0.0]
        };
        for i in 0..n {
            for j in 0..n {
                let p = graph.find_or_add(at(i, j));
                let q = graph.find_or_add(at(i, j + 1));
                let r = graph.find_or_add(at(i + 1, j + 1));
                graph.link(p, q);
                graph.link(q, r);
                if i + 1 == n {
                    let s = graph.find_or_add(at(i + 1, j));
                    graph.link(r, s);
                }
            }
        }
    }
    graph.make_faces(true);
    graph.reorder();
    Ok(graph)
}

/// A hexagon of three sectors, each of two fields of n × n quadrilaterals with a long cell between them, around a
/// triangle.
///
/// ASSUMPTION: only size 3 is witnessed. For others the width of a long cell at the rim is taken to be that of one of
/// the 2n + 1 parts of its side, and the triangle to be smaller than the hexagon of sides' middles by the same factor.
/// The order in which edges are made is the one that numbers the recorded board as it is numbered.
///
/// # Errors
/// When the size is negative or the board too large.
pub fn quadhex_thirds(n: i32) -> Result<Graph, BoardError> {
    let n = at_least("the size", n, 0)?;
    bound_product(6 * n, 2 * n)?;
    let side = n as f64;
    let parts = 2.0 * side + 1.0;
    let corner = [side / 2.0, side * H];
    let middle = mix(corner, [side, 0.0], 0.5);
    let inner = middle.map(|x| x / parts);
    let rim = [corner[0] / parts, corner[1]];
    let mut graph = Graph::new();
    // `mirror` is -1 for the field on the other side of the long cell.
    let at = |sector: i32, mirror: f64, i: i64, j: i64| {
        let (sin, cos) = f64::to_radians(120.0 * f64::from(sector)).sin_cos();
        let [x, y] = mix(mix(corner, middle, i as f64 / side), mix(rim, inner, i as f64 / side), j as f64 / side);
        let x = x * mirror;
        [x * cos - y * sin, x * sin + y * cos, 0.0]
    };
    // Counter-clockwise from the lower left corner.
    let fields = [(1, -1.0), (2, 1.0), (2, -1.0), (0, 1.0), (0, -1.0), (1, 1.0)];
    for i in 0..n {
        for j in 0..n {
            for (sector, mirror) in fields {
                let p = graph.find_or_add(at(sector, mirror, i, j));
                let q = graph.find_or_add(at(sector, mirror, i, j + 1));
                let r = graph.find_or_add(at(sector, mirror, i + 1, j));
                let s = graph.find_or_add(at(sector, mirror, i + 1, j + 1));
                graph.link(p, q);
                graph.link(p, r);
                graph.link(q, s);
                graph.link(r, s);
            }
        }
    }
    let long = if n > 0 { 0..3 } else { 0..0 };
    for (sector, i) in long.flat_map(|sector| [(sector, 0), (sector, n)]) {
        let p = graph.find_or_add(at(sector, 1.0, i, n));
        let q = graph.find_or_add(at(sector, -1.0, i, n));
        graph.link(p, q);
    }
    graph.make_faces(true);
    graph.reorder();
    Ok(graph)
}

/// The point a part of the way from one to the other.
fn mix(a: [f64; 2], b: [f64; 2], part: f64) -> [f64; 2] {
    [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
}
