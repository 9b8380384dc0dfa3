//! `mancalaBoard`: rows of pits between two stores.

use super::{Diagonals, square};
use crate::board::error::at_least;
use crate::board::{BoardError, Graph, SiteType, operate};

/// Where the stores of a mancala board are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Store {
    /// Beside the rows.
    #[default]
    Outer,
    /// Not built by Ludii 1.3.12: the board becomes a square.
    Inner,
    /// No stores.
    None,
}

/// Rows of pits: site 0 is the left store, the last one the right store. It is always played on vertices.
///
/// With inner stores, or a number of stores other than two, Ludii 1.3.12 makes a square of `rows` vertices a side.
///
/// # Errors
/// When there are not 2 to 6 rows, or the board is too large.
pub fn mancala(rows: i32, columns: i32, store: Store, stores: i32) -> Result<Graph, BoardError> {
    at_least("the number of rows", rows, 2)?;
    if rows > 6 {
        return Err(BoardError::TooBig { what: "the number of rows", most: 6, found: rows });
    }
    let c = at_least("the number of columns", columns, 1)? as f64;
    if store == Store::Inner || stores != 2 {
        return square(rows, Diagonals::Implied, false, SiteType::Vertex);
    }
    let (y, left, right) = match rows {
        2 => (0.5, -0.85, c - 0.15),
        3 => (1.0, -1.0, c),
        4 => (1.5, -0.9, c - 0.1),
        5 => (2.0, -1.0, c),
        _ => (2.5, -0.9, c - 0.1),
    };
    let mut parts = Vec::new();
    let pit = |x: f64| {
        let mut graph = Graph::new();
        graph.add_vertex([f64::from(x as f32), y, 0.0]);
        graph
    };
    if store == Store::Outer {
        parts.push(pit(left));
    }
    for row in 0..rows {
        let line = super::rectangle(1, columns, Diagonals::Implied, false, SiteType::Vertex)?;
        parts.push(operate::shift(line, 0.0, f64::from(row), 0.0));
    }
    if store == Store::Outer {
        parts.push(pit(right));
    }
    operate::union(parts, true)
}
