//! `tiling`: the semi-regular tilings.

use super::hex::CORNERS;
use super::lattice::{Lattice, hexagon, outline, scan_outline, scan_square};
use super::square::turtle;
use super::{H, ROOT_3};
use crate::board::error::{at_least, bound};
use crate::board::graph::stamp;
use crate::board::{BoardError, Graph, Polygon, operate};
use std::f64::consts::SQRT_2;

/// A tiling, named after the faces around a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tiling {
    /// Three triangles and two squares, in turn.
    T33434,
    /// Triangles and hexagons.
    T3636,
    /// Triangle, square, hexagon, square.
    T3464,
    /// Square and two octagons.
    T488,
    /// Triangle and two dodecagons.
    T31212,
    /// Square, hexagon, dodecagon.
    T4612,
    /// Four triangles and a hexagon.
    T33336,
    /// Three triangles and two squares, side by side.
    T33344,
    /// Hexagons of triangles joined by triangles and squares.
    T33333333434,
}

impl Tiling {
    /// All tilings.
    pub const ALL: [Tiling; 9] = {
        use Tiling::*;
        [T33434, T3636, T3464, T488, T31212, T4612, T33336, T33344, T33333333434]
    };

    /// The word of the language.
    pub fn name(self) -> &'static str {
        ["T33434", "T3636", "T3464", "T488", "T31212", "T4612", "T33336", "T33344", "T333333_33434"][self as usize]
    }

    /// The tiling of this exact word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tiling| tiling.name() == text)
    }
}

/// How much of a tiling or a knotwork board is laid.
#[derive(Debug, Clone, PartialEq)]
pub enum Extent {
    /// One size, or two where the tiling has a form for them; of knotwork rows and columns.
    Size(i32, Option<i32>),
    /// Side lengths.
    Sides(Vec<i32>),
    /// The places within an outline.
    Poly(Polygon),
}

/// A board of a tiling; it does not depend on what it is played on.
///
/// # Errors
/// When a size is negative, a list empty, or the board too large.
pub fn tiling(kind: Tiling, extent: &Extent) -> Result<Graph, BoardError> {
    let lattice = match kind {
        Tiling::T3636 => Some(Lattice::T3636),
        Tiling::T3464 => Some(Lattice::T3464),
        Tiling::T33344 => Some(Lattice::T33344),
        Tiling::T488 => Some(Lattice::T488),
        _ => None,
    };
    let offsets = offsets(kind);
    let outlined = |polygon: &Polygon, lattice: Lattice| {
        let anchors = scan_outline(polygon, lattice, 2)?;
        let offsets = if kind == Tiling::T3464 { swap(&offsets) } else { offsets.clone() };
        lay(&anchors, &offsets, true)
    };
    match (extent, lattice) {
        (Extent::Size(a, b), _) => {
            let anchors = anchors(kind, *a, *b)?;
            lay(&anchors, &offsets, kind != Tiling::T488)
        }
        (Extent::Sides(sides), Some(lattice @ Lattice::T488)) => {
            // The first step runs along a row: rows and columns change places.
            outlined(&turtle(sides, |r, c| lattice.at(c, r))?, lattice)
        }
        (Extent::Sides(sides), Some(lattice)) => outlined(&outline(sides, lattice)?, lattice),
        (Extent::Poly(polygon), Some(lattice)) => outlined(polygon, lattice),
        (Extent::Poly(polygon), None) if kind == Tiling::T33434 => {
            Ok(operate::keep(&tiling(kind, &Extent::Size(5, None))?, polygon))
        }
        (_, None) => {
            let n = if kind == Tiling::T33333333434 { 2 } else { 3 };
            tiling(kind, &Extent::Size(n, None))
        }
    }
}

fn lay(anchors: &[[f64; 2]], offsets: &[[f64; 2]], reorder: bool) -> Result<Graph, BoardError> {
    bound(anchors.len() as u64 * offsets.len() as u64)?;
    let mut graph = Graph::from_points(&stamp(anchors, offsets));
    if reorder {
        graph.reorder();
    }
    Ok(graph)
}

fn anchors(kind: Tiling, a: i32, b: Option<i32>) -> Result<Vec<[f64; 2]>, BoardError> {
    let n = at_least("the size", a, 0)?;
    let second = b.map(|b| at_least("the size", b, 0)).transpose()?;
    let band = || scan_square(2 * n - 1, 2 * n - 1, |r, c| (r - c).abs() < n);
    let block = |rows: i64, columns: i64| scan_square(rows, columns, |_, _| true);
    let place = |cells: Vec<(i64, i64)>, at: &dyn Fn(f64, f64) -> [f64; 2]| {
        cells.into_iter().map(|(r, c)| at(r as f64, c as f64)).collect::<Vec<_>>()
    };
    let on = |cells: Vec<(i64, i64)>, lattice: Lattice| cells.into_iter().map(|(r, c)| lattice.at(r, c)).collect();
    Ok(match kind {
        Tiling::T33434 => {
            let q = (1.0 + ROOT_3) / 2.0;
            place(block(n, n)?, &|r, c| [q * (c - r), q * (r + c)])
        }
        Tiling::T3636 => match second {
            None => on(hexagon(n)?, Lattice::T3636),
            Some(m) => on(block(2 * n - 1, 2 * m - 1)?, Lattice::T3636),
        },
        Tiling::T3464 => {
            let cells = match second {
                None => hexagon(n)?,
                Some(m) => block(n, m)?,
            };
            place(cells, &|r, c| [(3.0 + ROOT_3) / 2.0 * (c - r), (1.0 + ROOT_3) * (r + c) * 0.5])
        }
        Tiling::T488 => on(block(n, second.unwrap_or(n))?, Lattice::T488),
        Tiling::T31212 => place(band()?, &|r, c| [3.732_050_8 * (c - 0.5 * r), 3.732_050_8 * H * r]),
        Tiling::T4612 => place(band()?, &|r, c| [4.732_050_8 * (c - 0.5 * r), 4.732_050_8 * H * r]),
        Tiling::T33336 => place(band()?, &|r, c| [2.5 * c - 2.0 * r, 2.0 * H * r + H * c]),
        Tiling::T33344 => on(block(n, second.unwrap_or(n))?, Lattice::T33344),
        Tiling::T33333333434 => place(band()?, &|r, c| [(1.5 + ROOT_3) * (c - r), (2.0 + ROOT_3) * (r + c) * 0.5]),
    })
}

fn swap(offsets: &[[f64; 2]]) -> Vec<[f64; 2]> {
    offsets.iter().map(|&[x, y]| [y, x]).collect()
}

/// Twelve points around, 15° from the axes.
fn dodecagon(radius: f64) -> impl Iterator<Item = [f64; 2]> {
    (0..12).map(move |s| {
        let angle = f64::to_radians(15.0 + 30.0 * f64::from(s));
        [radius * angle.cos(), radius * angle.sin()]
    })
}

fn offsets(kind: Tiling) -> Vec<[f64; 2]> {
    let a = 0.5;
    match kind {
        Tiling::T33434 => vec![
            [-a, -a - H],
            [a, -a - H],
            [-a - H, -H],
            [a + H, -H],
            [0.0, -a],
            [-1.0 - H, 0.0],
            [-H, 0.0],
            [H, 0.0],
            [1.0 + H, 0.0],
            [0.0, a],
            [-a - H, H],
            [a + H, H],
            [-a, a + H],
            [a, a + H],
        ],
        Tiling::T3636 => swap(&CORNERS),
        Tiling::T3464 | Tiling::T33333333434 => {
            let mut points = vec![[-a, H], [a, H], [1.0, 0.0], [a, -H], [-a, -H], [-1.0, 0.0]];
            points.extend(dodecagon((1.0 + H) / f64::to_radians(15.0).cos()));
            points
        }
        Tiling::T488 => {
            let v = (1.0 + SQRT_2) / 2.0;
            vec![[a, v], [v, a], [v, -a], [a, -v], [-a, -v], [-v, -a], [-v, a], [-a, v]]
        }
        Tiling::T31212 | Tiling::T4612 => dodecagon(1.0 / (2.0 - ROOT_3).sqrt()).collect(),
        Tiling::T33336 => {
            let halves = [
                (-1, 1),
                (1, 1),
                (2, 0),
                (1, -1),
                (-1, -1),
                (-2, 0),
                (-2, 2),
                (0, 2),
                (2, 2),
                (3, 1),
                (4, 0),
                (3, -1),
                (2, -2),
                (0, -2),
                (-2, -2),
                (-3, -1),
                (-4, 0),
                (-3, 1),
            ];
            halves.map(|(i, j)| [f64::from(i) / 2.0, f64::from(j) * H]).to_vec()
        }
        Tiling::T33344 => vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
    }
}
