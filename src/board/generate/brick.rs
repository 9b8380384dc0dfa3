//! `brick`: walls of bricks.

use crate::board::error::{at_least, bound, bound_product};
use crate::board::{BoardError, Graph};

/// The outline of a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bricks {
    /// Rows and columns.
    Rectangle(i32, i32),
    /// A rhombus.
    Diamond(i32),
    /// A rhombus with a second side length between its halves.
    Prism(i32, i32),
    /// A spiral of rings.
    Spiral(i32),
}

impl Bricks {
    /// `Limping n`: one more column than rows.
    pub fn limping(n: i32) -> Self {
        Bricks::Rectangle(n, n.saturating_add(1))
    }
}

/// A wall of bricks; `trim` halves those that stick out.
///
/// # Errors
/// When a size is negative or the board too large.
pub fn brick(shape: Bricks, trim: bool) -> Result<Graph, BoardError> {
    let mut wall = Graph::new();
    match shape {
        Bricks::Rectangle(a, b) => {
            let (rows, columns) = (at_least("the number of rows", a, 0)?, at_least("the number of columns", b, 0)?);
            bound_product(rows, columns * 6)?;
            let width = 2 * columns + 1;
            for r in 0..rows {
                for c in (r % 2..width).step_by(2) {
                    lay(&mut wall, (r, c), width, trim);
                }
            }
        }
        Bricks::Diamond(a) => diamond(&mut wall, at_least("the size", a, 0)?, 0, trim)?,
        Bricks::Prism(a, b) => diamond(&mut wall, at_least("the size", a, 0)?, at_least("the size", b, 0)?, trim)?,
        Bricks::Spiral(n) => {
            let n = at_least("the number of rings", n, 0)?;
            bound((n as u64).saturating_mul(n as u64).saturating_mul(24))?;
            if n > 0 {
                place(&mut wall, (n - 1, n - 1), &HALF);
            }
            for k in 1..n {
                for q in (0..2 * k).step_by(2) {
                    place(&mut wall, (n - k + q, n - k - 1), &UPRIGHT);
                    place(&mut wall, (n + k - 1, n - k + q), &FULL);
                    place(&mut wall, (n - k - 1 + q, n + k - 1), &UPRIGHT);
                    place(&mut wall, (n - k - 1, n - k - 1 + q), &FULL);
                }
            }
        }
    }
    wall.reorder();
    Ok(wall)
}

fn diamond(wall: &mut Graph, a: i64, middle: i64, trim: bool) -> Result<(), BoardError> {
    let (rows, columns) = (2 * a + 2 * middle, 2 * a);
    bound_product(rows, columns * 3)?;
    for r in 0..rows {
        for c in ((r + 1) % 2..columns).step_by(2) {
            let outside = r + c < a - 1 || c - r >= a || r + c >= 3 * a - 1 || r - c > a;
            if !outside {
                lay(wall, (r, c), columns, trim);
            }
        }
    }
    Ok(())
}

/// The corners of a brick by column and row, from the lower left one.
const FULL: [(i64, i64); 6] = [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0)];
const HALF: [(i64, i64); 4] = [(0, 0), (0, 1), (1, 1), (1, 0)];
const UPRIGHT: [(i64, i64); 6] = [(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)];

/// Lays a full brick, or the half of it that stays within the wall.
fn lay(wall: &mut Graph, (r, c): (i64, i64), columns: i64, trim: bool) {
    match trim {
        true if c == 0 => place(wall, (r, c + 1), &HALF),
        true if c >= columns - 1 => place(wall, (r, c), &HALF),
        _ => place(wall, (r, c), &FULL),
    }
}

fn place(wall: &mut Graph, (r, c): (i64, i64), corners: &[(i64, i64)]) {
    let at = |&(x, y): &(i64, i64)| wall.find_or_add([(c + x) as f64, (r + y) as f64, 0.0]);
    let ring: Vec<u32> = corners.iter().map(at).collect();
    wall.add_ring(&ring);
}
