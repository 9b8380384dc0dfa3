//! Shapes laid on the lattices of hexagons and triangles.

use super::{H, ROOT_3};
use crate::board::error::{at_least, bound_product};
use crate::board::{BoardError, Polygon};

/// The outline of a board of hexagons or triangles.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A hexagon of equal sides.
    Hexagon(i32),
    /// A triangle.
    Triangle(i32),
    /// Rows and columns.
    Rectangle(i32, i32),
    /// A six-pointed star.
    Star(i32),
    /// A rhombus on its point.
    Diamond(i32),
    /// A hexagon of two side lengths, two sides upright.
    Prism(i32, i32),
    /// Side lengths, clockwise from the top left; negative turns the other way.
    Sides(Vec<i32>),
    /// The places within an outline.
    Poly(Polygon),
}

impl Shape {
    /// `Limping n`: sides of n and n + 1 in turn.
    pub fn limping(n: i32) -> Self {
        Shape::Sides(vec![n, n.saturating_add(1)])
    }

    /// `Square n`: as many columns as rows.
    pub fn square(n: i32) -> Self {
        Shape::Rectangle(n, n)
    }
}

/// A way of laying lattice places in the plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lattice {
    /// Hexagons on a corner, in horizontal rows.
    Hex,
    /// Hexagons on a side.
    HexUpright,
    /// Points of triangles in horizontal rows.
    Tri,
    /// Points of triangles in upright rows.
    TriUpright,
    /// Anchors of the tiling T3636.
    T3636,
    /// Anchors of the tiling T3464, when it is given by sides.
    T3464,
    /// Anchors of the tiling T33344.
    T33344,
    /// Anchors of the tiling T488.
    T488,
}

impl Lattice {
    /// The position of the place (row, column).
    pub fn at(self, r: i64, c: i64) -> [f64; 2] {
        let (r, c) = (r as f64, c as f64);
        match self {
            Lattice::Hex => [ROOT_3 * (c - r / 2.0), 1.5 * r],
            Lattice::HexUpright => [1.5 * (c - r), ROOT_3 * (r + c) * 0.5],
            Lattice::Tri => [c - r / 2.0, H * r],
            Lattice::TriUpright => [H * (c - r), (r + c) * 0.5],
            Lattice::T3636 => [2.0 * (c - 0.5 * r), ROOT_3 * r],
            Lattice::T3464 => [(1.0 + ROOT_3) * (c - r / 2.0), (3.0 + ROOT_3) / 2.0 * r],
            Lattice::T33344 => [c + 0.5 * r, (1.0 + H) * r],
            Lattice::T488 => {
                let v = 1.0 + std::f64::consts::SQRT_2;
                [c * v, r * v]
            }
        }
    }
}

/// The places (row, column) of a hexagon, row by row.
pub(super) fn hexagon(n: i64) -> Result<Vec<(i64, i64)>, BoardError> {
    scan_square(2 * n - 1, 2 * n - 1, |r, c| c < n + r && r - c < n)
}

/// The places of a shape, with sizes increased by `k`; `margin` is that of the scan of an outline.
pub(super) fn places(shape: &Shape, k: i64, lattice: Lattice, margin: i64) -> Result<Vec<[f64; 2]>, BoardError> {
    let size = |n: i32| at_least("the size", n, 0).map(|n| n + k);
    let cells = match shape {
        Shape::Hexagon(n) => hexagon(size(*n)?)?,
        Shape::Triangle(n) => {
            let n = size(*n)?;
            scan_square(n, n, |r, c| r <= c)?
        }
        Shape::Rectangle(a, b) => {
            let (a, b) = (size(*a)?, size(*b)?);
            scan_square(a, b + a / 2 + 1, |r, c| (r + 1) / 2 <= c && c < b + r / 2)?
        }
        Shape::Star(d) => {
            let d = at_least("the size", *d, 0)?;
            let side = 4 * d + 1;
            scan_square(side, side, |r, c| {
                if r < d {
                    c >= d && c - r <= d
                } else if r <= 2 * d {
                    r - c <= d && c < side - d
                } else if r <= 3 * d {
                    c >= d && c - r <= d
                } else {
                    c <= 3 * d && r - c <= d
                }
            })?
        }
        Shape::Diamond(n) => {
            let n = size(*n)?;
            scan_square(n, n, |_, _| true)?
        }
        Shape::Prism(a, b) => {
            let (a, b) = (size(*a)?, size(*b)?);
            scan_square(a + b - 1, a + b - 1, |r, c| (r - c).abs() < a)?
        }
        Shape::Sides(sides) => return scan_outline(&outline(sides, lattice)?, lattice, margin),
        Shape::Poly(polygon) => return scan_outline(polygon, lattice, margin),
    };
    Ok(cells.into_iter().map(|(r, c)| lattice.at(r, c)).collect())
}

/// The places of a block of rows and columns that pass a test, row by row.
pub(super) fn scan_square(
    rows: i64,
    columns: i64,
    keep: impl Fn(i64, i64) -> bool,
) -> Result<Vec<(i64, i64)>, BoardError> {
    bound_product(rows, columns)?;
    Ok((0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))).filter(|&(r, c)| keep(r, c)).collect())
}

/// The polygon of side lengths on a lattice whose rows shift by half a place.
pub(super) fn outline(sides: &[i32], lattice: Lattice) -> Result<Polygon, BoardError> {
    const STEPS: [(i64, i64); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
    if sides.is_empty() {
        return Err(BoardError::Empty("sides"));
    }
    let (mut r, mut c, mut heading) = (0, 0, 1_i64);
    let mut points = vec![lattice.at(0, 0)];
    for &side in sides.iter().cycle().take(sides.len().max(5)) {
        let side = i64::from(side);
        let k = if side < 0 { side + 1 } else { side - 1 };
        heading = (heading + if k < 0 { -1 } else { 1 }).rem_euclid(6);
        if k > 0 {
            let (dr, dc) = STEPS[heading as usize];
            r += k * dr;
            c += k * dc;
            points.push(lattice.at(r, c));
        }
    }
    Ok(Polygon::exact(points))
}

/// The places inside an outline. The limits are positions used as lattice numbers, so large shapes lose places at the
/// edges, as in Ludii 1.3.12.
pub(super) fn scan_outline(polygon: &Polygon, lattice: Lattice, margin: i64) -> Result<Vec<[f64; 2]>, BoardError> {
    let inflated = polygon.inflated();
    let places = scan_bounds(&inflated, margin)?;
    let places = places.into_iter().map(|(r, c)| lattice.at(r, c));
    Ok(places.filter(|p| inflated.contains(p[0], p[1])).collect())
}

/// All (row, column) within the bounds of a polygon, widened by a margin.
pub(super) fn scan_bounds(polygon: &Polygon, margin: i64) -> Result<Vec<(i64, i64)>, BoardError> {
    let [min_x, min_y, max_x, max_y] = polygon.bounds().map(|x| x as i64);
    let (rows, columns) = (
        min_y.saturating_sub(margin)..=max_y.saturating_add(margin),
        min_x.saturating_sub(margin)..=max_x.saturating_add(margin),
    );
    let span = |low: i64, high: i64| high.saturating_sub(low).saturating_add(1);
    bound_product(span(*rows.start(), *rows.end()), span(*columns.start(), *columns.end()))?;
    Ok(rows.flat_map(|r| columns.clone().map(move |c| (r, c))).collect())
}
