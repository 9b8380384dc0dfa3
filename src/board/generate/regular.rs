//! `regular`: a polygon, or a star polygon.

use crate::board::error::{at_least, bound};
use crate::board::{BoardError, Graph, SiteType};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

/// A regular polygon of sides of about one unit; `star` links each vertex to one nearly opposite.
///
/// # Errors
/// When there are fewer than one vertex or too many.
pub fn regular(n: i32, star: bool, build: SiteType) -> Result<Graph, BoardError> {
    let count = at_least("the number of sides", n, 1)? as u64;
    bound(count)?;
    let count = count as u32;
    let radius = f64::from(n) / TAU;
    let start = if n == 4 { FRAC_PI_4 } else { FRAC_PI_2 };
    let mut graph = Graph::new();
    for i in 0..count {
        let angle = start + f64::from(i) / f64::from(count) * TAU;
        graph.add_vertex([radius * angle.cos(), radius * angle.sin(), 0.0]);
    }
    let stride = if star { (count - 1) / 2 } else { 1 };
    for i in 0..count {
        graph.force_link(i, (i + stride) % count, false);
    }
    if build == SiteType::Cell {
        graph.make_faces(true);
    }
    graph.reorder();
    Ok(graph)
}
