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
    let mut wall = Wall::default();
    match shape {
        Bricks::Rectangle(a, b) => {
            let (rows, columns) = (at_least("the number of rows", a, 0)?, at_least("the number of columns", b, 0)?);
            bound_product(rows, columns * 6)?;
            let width = 2 * columns + 1;
            for r in 0..rows {
                for c in (r % 2..width).step_by(2) {
                    wall.lay(r, c, width, trim);
                }
            }
        }
        Bricks::Diamond(a) => diamond(&mut wall, at_least("the size", a, 0)?, 0, trim)?,
        Bricks::Prism(a, b) => diamond(&mut wall, at_least("the size", a, 0)?, at_least("the size", b, 0)?, trim)?,
        Bricks::Spiral(n) => {
            let n = at_least("the number of rings", n, 0)?;
            bound((n as u64).saturating_mul(n as u64).saturating_mul(24))?;
            if n > 0 {
                wall.half(n - 1, n - 1);
            }
            for k in 1..n {
                for q in (0..2 * k).step_by(2) {
                    wall.vertical(n - k + q, n - k - 1);
                    wall.full(n + k - 1, n - k + q);
                    wall.vertical(n - k - 1 + q, n + k - 1);
                    wall.full(n - k - 1, n - k - 1 + q);
                }
            }
        }
    }
    wall.graph.reorder();
    Ok(wall.graph)
}

fn diamond(wall: &mut Wall, a: i64, middle: i64, trim: bool) -> Result<(), BoardError> {
    let (rows, columns) = (2 * a + 2 * middle, 2 * a);
    bound_product(rows, columns * 3)?;
    for r in 0..rows {
        for c in ((r + 1) % 2..columns).step_by(2) {
            let outside = r + c < a - 1 || c - r >= a || r + c >= 3 * a - 1 || r - c > a;
            if !outside {
                wall.lay(r, c, columns, trim);
            }
        }
    }
    Ok(())
}

/// A wall under construction.
#[derive(Default)]
struct Wall {
    graph: Graph,
}

impl Wall {
    /// Lays a full brick, or the half of it that stays within the wall.
    fn lay(&mut self, r: i64, c: i64, columns: i64, trim: bool) {
        if trim && c == 0 {
            self.half(r, c + 1);
        } else if trim && c >= columns - 1 {
            self.half(r, c);
        } else {
            self.full(r, c);
        }
    }

    fn full(&mut self, r: i64, c: i64) {
        self.place(&[(c, r), (c, r + 1), (c + 1, r + 1), (c + 2, r + 1), (c + 2, r), (c + 1, r)]);
    }

    fn half(&mut self, r: i64, c: i64) {
        self.place(&[(c, r), (c, r + 1), (c + 1, r + 1), (c + 1, r)]);
    }

    fn vertical(&mut self, r: i64, c: i64) {
        self.place(&[(c, r), (c, r + 1), (c, r + 2), (c + 1, r + 2), (c + 1, r + 1), (c + 1, r)]);
    }

    fn place(&mut self, corners: &[(i64, i64)]) {
        let ring: Vec<u32> = corners.iter().map(|&(x, y)| self.graph.find_or_add([x as f64, y as f64, 0.0])).collect();
        self.graph.add_ring(&ring);
    }
}
