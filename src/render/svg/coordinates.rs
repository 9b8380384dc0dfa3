//! The names of columns and rows, outside the board.

use super::geometry::{Geometry, Point};
use super::xml::{Num, Xml};

/// A name and where its middle is.
pub(super) type Coordinate = (Point, String);

/// The names of the columns and rows of a board; none where it has none, as one of rings.
pub(super) fn coordinates(geometry: &Geometry) -> Vec<Coordinate> {
    let t = geometry.topology.default_type();
    let spots = (0..geometry.topology.len(t)).filter_map(|site| Some((site, geometry.on_board(t, site)?.at)));
    let named = spots.map(|(site, at)| Some((at, geometry.topology.label(t, site)?)));
    let Some(sites) = named.collect::<Option<Vec<_>>>() else { return Vec::new() };
    let mut list = crate::render::coordinates(&sites, geometry.spacing);
    if geometry.holes {
        // Beyond the stores, which are as high as the board.
        let [left, _, _, bottom] = geometry.board;
        for (at, name) in &mut list {
            if name.starts_with(|c: char| c.is_ascii_digit()) {
                at.0 = left - size(geometry);
            } else {
                at.1 = bottom + 0.9 * size(geometry);
            }
        }
    }
    list
}

/// The height of the letters.
fn size(geometry: &Geometry) -> f64 {
    (geometry.spacing * 0.3).clamp(7.0, 14.0)
}

/// How far the names reach beyond the board, to the left, the top, the right and the bottom.
pub(super) fn reach(geometry: &Geometry, list: &[Coordinate]) -> [f64; 4] {
    let [left, top, right, bottom] = geometry.board;
    let room = 0.9 * size(geometry);
    list.iter().fold([0.0; 4], |[l, t, r, b], ((x, y), _)| {
        [
            f64::max(l, left - x + room),
            f64::max(t, top - y + room),
            f64::max(r, x + room - right),
            f64::max(b, y + room - bottom),
        ]
    })
}

/// Writes them.
pub(super) fn write(xml: &mut Xml, geometry: &Geometry, list: &[Coordinate]) {
    let size = size(geometry);
    xml.open(
        "g",
        &[("class", &"coordinates"), ("font-size", &Num(size)), ("text-anchor", &"middle"), ("fill", &"#6b645b")],
    );
    for (at, name) in list {
        xml.text("text", &[("x", &Num(at.0)), ("y", &Num(at.1 + 0.35 * size))], name);
    }
    xml.close();
}
