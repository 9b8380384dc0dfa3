//! Boards that are laid out as they lie on a table: the points of backgammon, the holes of mancala, the palaces and the
//! river of the chess game of China.

use super::colour::Colour;
use super::geometry::{Geometry, Point};
use super::look::Look;
use super::xml::{Num, Xml};
use crate::board::SiteType;
use std::fmt::Display;

/// The colours of the points of backgammon.
const POINTS: [Colour; 2] = [Colour::rgb(176, 122, 82), Colour::rgb(214, 178, 134)];

/// How far the rows of points of backgammon are apart, in the distance of neighbours.
pub(super) const ACROSS: f64 = 11.0;

/// The points of backgammon: triangles, and the bar where the number of columns is odd.
pub(super) fn points(xml: &mut Xml, geometry: &Geometry) {
    let t = geometry.topology.default_type();
    let [_, top, _, bottom] = geometry.board;
    let columns = geometry.topology.column_count(t);
    let bar = (columns % 2 == 1).then_some(columns / 2);
    let mut paths = [String::new(), String::new()];
    for site in 0..geometry.topology.len(t) {
        let grows = geometry.grows(t, site);
        let Some(spot) = geometry.on_board(t, site).filter(|_| grows != 0) else { continue };
        let column = geometry.topology.column(t, site).and_then(|column| usize::try_from(column).ok()).unwrap_or(0);
        if bar == Some(column) {
            if grows > 0 {
                let size = (2.0 * spot.r, bottom - top);
                xml.rect((spot.at.0 - spot.r, top), size, &[("fill", &"#000000"), ("fill-opacity", &"0.12")]);
            }
            continue;
        }
        let up = f64::from(grows);
        let (x, base, tip) = (spot.at.0, spot.at.1 + up * spot.r * 1.1, spot.at.1 - up * spot.r * 8.4);
        let half = spot.r * 0.94;
        let path = &mut paths[(column + usize::from(grows < 0)) % 2];
        path.push_str(&format!("M{} {}H{}L{} {}Z", Num(x - half), Num(base), Num(x + half), Num(x), Num(tip)));
    }
    for (path, fill) in paths.iter().zip(POINTS) {
        xml.empty("path", &[("class", &"points"), ("d", path), ("fill", &fill)]);
    }
}

/// The holes of a mancala board; the stores at its ends are as high as the board.
pub(super) fn holes(xml: &mut Xml, geometry: &Geometry, t: SiteType) {
    let [_, top, _, bottom] = geometry.board;
    for site in 0..geometry.topology.len(t) {
        let Some(spot) = geometry.on_board(t, site) else { continue };
        let ink: &[(&str, &dyn Display)] =
            &[("fill", &"#000000"), ("fill-opacity", &"0.14"), ("stroke", &"#000000"), ("stroke-opacity", &"0.3")];
        let r = spot.r * 0.92;
        if is_store(geometry, t, site) {
            let near = (0..geometry.topology.len(t)).filter_map(|other| geometry.on_board(t, other));
            let near =
                near.map(|other| (other.at.0 - spot.at.0).abs()).filter(|far| *far > 0.1).fold(f64::MAX, f64::min);
            let r = r.min(near - 1.06 * r).max(0.4 * r);
            let high = ((bottom - top) / 2.0 - 6.0).max(r);
            let place: &[(&str, &dyn Display)] = &[
                ("class", &"store"),
                ("x", &Num(spot.at.0 - r)),
                ("y", &Num(spot.at.1 - high)),
                ("width", &Num(2.0 * r)),
                ("height", &Num(2.0 * high)),
                ("rx", &Num(r)),
            ];
            xml.empty("rect", &[place, ink].concat());
        } else {
            let place: &[(&str, &dyn Display)] =
                &[("class", &"hole"), ("cx", &Num(spot.at.0)), ("cy", &Num(spot.at.1)), ("r", &Num(r))];
            xml.empty("circle", &[place, ink].concat());
        }
    }
}

/// Whether a hole is a store: alone at an end of the board, with more than one row beside it.
fn is_store(geometry: &Geometry, t: SiteType, site: usize) -> bool {
    let spots = || (0..geometry.topology.len(t)).filter_map(|site| geometry.on_board(t, site)).map(|spot| spot.at);
    let Some((x, y)) = geometry.on_board(t, site).map(|spot| spot.at) else { return false };
    let end = spots().all(|(other, _)| other > x - 0.1) || spots().all(|(other, _)| other < x + 0.1);
    let level = |(_, other): &Point| (other - y).abs() < 0.1;
    end && spots().filter(level).count() <= 2
        && spots().any(|(_, other)| other > y + 0.1)
        && spots().any(|(_, other)| other < y - 0.1)
}

/// The rows and columns of the board of the chess game of China.
const CHINA: (usize, usize) = (10, 9);

/// Whether the board has the palaces and the river of the chess game of China.
pub(super) fn has_river(geometry: &Geometry, look: &Look) -> bool {
    let t = geometry.topology.default_type();
    let size = (geometry.topology.row_count(t), geometry.topology.column_count(t));
    look.has_board_style("Xiangqi") && t == SiteType::Vertex && size == CHINA
}

/// Whether an edge would cross the river, within the rim of the board.
pub(super) fn crosses_river(geometry: &Geometry, edge: usize) -> bool {
    let Some((a, b)) = geometry.topology.edge_ends(edge) else { return false };
    let place = |site: u32| {
        let site = site as usize;
        geometry.topology.row(SiteType::Vertex, site).zip(geometry.topology.column(SiteType::Vertex, site))
    };
    let Some(((row, column), (other, _))) = place(a).zip(place(b)) else { return false };
    row.min(other) == 4 && row != other && !matches!(column, 0 | 8)
}

/// The diagonals of the palaces as path data.
pub(super) fn palaces(geometry: &Geometry) -> String {
    let site = |row: i32, column: i32| {
        (0..geometry.topology.len(SiteType::Vertex)).find(|&site| {
            geometry.topology.row(SiteType::Vertex, site) == Some(row)
                && geometry.topology.column(SiteType::Vertex, site) == Some(column)
        })
    };
    let line =
        |from: (i32, i32), to: (i32, i32)| geometry.between(SiteType::Vertex, site(from.0, from.1)?, site(to.0, to.1)?);
    let palace = |low: i32| [line((low, 3), (low + 2, 5)), line((low, 5), (low + 2, 3))];
    [palace(0), palace(7)].into_iter().flatten().flatten().collect()
}
