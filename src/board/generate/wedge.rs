//! `wedge`: rows that widen from an apex, as on alquerque boards.

use crate::board::error::{at_least, bound_product};
use crate::board::{BoardError, Graph};

/// A wedge of `rows` rows, the apex included, and `columns` vertices in each other row. It has no cells.
///
/// # Errors
/// When a size is below 1 or the board too large.
pub fn wedge(rows: i32, columns: i32) -> Result<Graph, BoardError> {
    let (r, c) = (at_least("the number of rows", rows, 1)?, at_least("the number of columns", columns, 1)?);
    bound_product(r, c * 2)?;
    let mut graph = Graph::new();
    graph.add_vertex([(r - 1) as f64, (r - 1) as f64, 0.0]);
    for i in 1..r {
        for k in 0..c {
            let part = if c > 1 { k as f64 / (c - 1) as f64 } else { 0.5 };
            graph.add_vertex([(r - 1 - i) as f64 + part * (2 * i) as f64, (r - 1 - i) as f64, 0.0]);
        }
    }
    let at = |i: i64, k: i64| (1 + (i - 1) * c + k) as u32;
    if r > 1 {
        for k in 0..c {
            graph.link(0, at(1, k));
        }
    }
    for i in 1..r {
        for k in 1..c {
            graph.link(at(i, k - 1), at(i, k));
        }
        if i + 1 < r {
            for k in 0..c {
                graph.link(at(i, k), at(i + 1, k));
            }
        }
    }
    Ok(graph)
}
