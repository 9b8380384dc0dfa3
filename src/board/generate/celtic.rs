//! `celtic`: knotwork boards with rounded rims.

use super::lattice::{scan_bounds, scan_square};
use super::square::turtle;
use super::tiling::Extent;
use crate::board::error::{at_least, bound};
use crate::board::graph::{Point, distance};
use crate::board::{BoardError, Graph, Polygon, topology};
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// Squares on their points, with the outline rounded by arcs that close further cells.
///
/// # Errors
/// When a size is negative, a list empty, or the board too large.
pub fn celtic(extent: &Extent) -> Result<Graph, BoardError> {
    let at = |r: i64, c: i64| [c as f64 * SQRT_2, r as f64 * SQRT_2];
    let outlined = |polygon: &Polygon| -> Result<Vec<[f64; 2]>, BoardError> {
        let inflated = polygon.inflated();
        let anchors = scan_bounds(&inflated, 2)?.into_iter().map(|(r, c)| at(r, c));
        Ok(anchors.filter(|p| inflated.contains(p[0], p[1])).collect())
    };
    let anchors = match extent {
        Extent::Size(rows, columns) => {
            let columns = columns.unwrap_or(*rows);
            let (r, c) = (at_least("the number of rows", *rows, 0)?, at_least("the number of columns", columns, 0)?);
            scan_square(r, c, |_, _| true)?.into_iter().map(|(r, c)| at(r, c)).collect()
        }
        Extent::Sides(sides) => outlined(&turtle(sides, at)?)?,
        Extent::Poly(polygon) => outlined(polygon)?,
    };
    bound(anchors.len() as u64 * 6)?;
    let mut graph = Graph::new();
    for [x, y] in anchors {
        for [dx, dy] in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
            graph.find_or_add([x + FRAC_1_SQRT_2 * dx, y + FRAC_1_SQRT_2 * dy, 0.0]);
        }
    }
    graph.link_near(0..graph.vertices.len() as u32, 1.06, |a, b| (distance(a, b) - 1.0).abs() < 0.05);
    graph.make_faces(true);
    round(&mut graph);
    graph.reorder();
    Ok(graph)
}

/// The turn at b on the way from a to c, in degrees; to the left positive.
fn turn(a: Point, b: Point, c: Point) -> f64 {
    let (ux, uy) = (b[0] - a[0], b[1] - a[1]);
    let (vx, vy) = (c[0] - b[0], c[1] - b[1]);
    (ux * vy - uy * vx).atan2(ux * vx + uy * vy).to_degrees()
}

/// Rounds the outline: an arc over each inward bend, a point outside each key point.
fn round(graph: &mut Graph) {
    for walk in topology::perimeters(graph) {
        let m = walk.len();
        if m < 3 {
            continue;
        }
        let mut flat = 0;
        for i in 0..m {
            let [b, c, d, e] = [i + m - 1, i, i + 1, i + 2].map(|k| walk[k % m]);
            let [pb, pc, pd, pe] = [b, c, d, e].map(|v| graph.at(v));
            let bend = turn(pb, pc, pd);
            let level = bend.abs() < 18.0;
            if bend > 45.0 {
                flat = 0;
            } else if level {
                flat += 1;
            }
            if !(bend > 45.0 || (level && flat % 2 == 0)) {
                continue;
            }
            if turn(pc, pd, pe) < -45.0 {
                graph.force_link(c, e, true);
                graph.add_face(&[d, c, e]);
                continue;
            }
            let t = if level { [pd[1] - pc[1], pc[0] - pd[0]] } else { [pc[0] - pb[0], pc[1] - pb[1]] };
            let middle = [(pc[0] + pd[0]) / 2.0 + 0.9 * t[0], (pc[1] + pd[1]) / 2.0 + 0.9 * t[1], 0.0];
            let x = graph.add_vertex(middle);
            graph.force_link(c, x, true);
            graph.force_link(x, d, true);
            graph.add_face(&[c, x, d]);
        }
    }
}
