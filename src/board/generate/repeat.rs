//! `repeat`: polygons laid again and again.

use crate::board::error::{at_least, bound};
use crate::board::graph::sides;
use crate::board::{BoardError, Graph, Polygon};

/// Polygons repeated in rows and columns; `steps` are the shifts from column to column and from row to row.
///
/// # Errors
/// When a size is negative or the board too large.
pub fn repeat(rows: i32, columns: i32, steps: [[f64; 2]; 2], polygons: &[Polygon]) -> Result<Graph, BoardError> {
    let (rows, columns) = (at_least("the number of rows", rows, 0)?, at_least("the number of columns", columns, 0)?);
    let links: usize = polygons.iter().map(|polygon| polygon.points().len()).sum();
    bound((rows as u64).saturating_mul(columns as u64).saturating_mul(links as u64))?;
    let mut graph = Graph::new();
    for row in 0..rows {
        for column in 0..columns {
            let origin = [0, 1].map(|axis| column as f64 * steps[0][axis] + row as f64 * steps[1][axis]);
            for polygon in polygons {
                for (a, b) in sides(polygon.points()) {
                    let a = graph.find_or_add([origin[0] + a[0], origin[1] + a[1], 0.0]);
                    let b = graph.find_or_add([origin[0] + b[0], origin[1] + b[1], 0.0]);
                    if a != b {
                        graph.link(a, b);
                    }
                }
            }
        }
    }
    graph.make_faces(false);
    graph.reorder();
    Ok(graph)
}
