//! `quadhex`: a hexagon divided into quadrilaterals.

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

/// The point a part of the way from one to the other.
fn mix(a: [f64; 2], b: [f64; 2], part: f64) -> [f64; 2] {
    [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
}
