//! The parts of the board that players are to join, as in Hex, at its rim.

use super::colour::Colour;
use super::frame::Frame;
use super::geometry::{Geometry, polyline};
use super::look::Look;
use super::xml::{Num, Xml};
use crate::board::SiteType;
use std::fmt::Display;

/// The colour around those of the players, and of corners.
const AROUND: Colour = Colour::rgb(70, 62, 54);

/// The length of the dashes of each player where a part is for all of them.
const DASH: f64 = 11.0;

/// What is drawn at the rim, as path data.
#[derive(Debug, Clone, Default)]
pub(super) struct Goals {
    /// Parts with their owners, players + 1 for everybody.
    parts: Vec<(i32, String)>,
    corners: String,
}

impl Goals {
    /// The rim of all parts that are to be joined in a position.
    pub fn of(geometry: &Geometry, frame: &Frame) -> Goals {
        let parts = frame.goals.iter().map(|(owner, sites)| (*owner, rim(geometry, sites)));
        let parts = parts.filter(|(_, path)| !path.is_empty()).collect();
        Goals { parts, corners: rim(geometry, &frame.corners) }
    }

    /// Draws them in the colours of their owners; those of everybody in dashes of all colours.
    pub fn draw(&self, xml: &mut Xml, look: &Look, players: i32) {
        if !self.corners.is_empty() {
            stroke(xml, &self.corners, AROUND, 6.5, None);
        }
        for (owner, path) in &self.parts {
            stroke(xml, path, AROUND, 6.5, None);
            if *owner <= players {
                stroke(xml, path, look.colour(*owner), 4.5, None);
                continue;
            }
            stroke(xml, path, look.colour(1), 4.5, None);
            let all = f64::from(players.max(1));
            for player in 2..=players {
                stroke(xml, path, look.colour(player), 4.5, Some((all - 1.0, f64::from(player - 1))));
            }
        }
    }
}

/// Draws a path; `dashes` says how many dashes long the gaps are, and how many come before the first.
fn stroke(xml: &mut Xml, path: &str, colour: Colour, width: f64, dashes: Option<(f64, f64)>) {
    let (array, offset) = match dashes {
        Some((gap, before)) => (format!("{} {}", Num(DASH), Num(DASH * gap)), Num(-DASH * before).to_string()),
        None => ("none".to_owned(), "0".to_owned()),
    };
    let line: &[(&str, &dyn Display)] = &[
        ("class", &"goal"),
        ("d", &path),
        ("fill", &"none"),
        ("stroke", &colour),
        ("stroke-width", &Num(width)),
        ("stroke-linecap", if dashes.is_some() { &"butt" } else { &"round" }),
    ];
    let dashed: &[(&str, &dyn Display)] = &[("stroke-dasharray", &array), ("stroke-dashoffset", &offset)];
    xml.empty("path", &[line, if dashes.is_some() { dashed } else { &[] }].concat());
}

/// The edges of sites at the rim of the board: those of cells, or those between points. They are joined to one path as
/// far as they meet, so that dashes go on from edge to edge.
fn rim(geometry: &Geometry, sites: &[usize]) -> String {
    let topology = geometry.topology;
    let outer = |edge: &usize| topology.edge_cells(*edge).len() == 1;
    let edges: Vec<usize> = match topology.default_type() {
        SiteType::Cell => {
            let edges = sites.iter().flat_map(|&cell| topology.cell_edges(cell));
            edges.map(|&edge| edge as usize).filter(outer).collect()
        }
        SiteType::Vertex => {
            let within = |vertex: u32| sites.contains(&(vertex as usize));
            let both = |edge: &usize| topology.edge_ends(*edge).is_some_and(|(a, b)| within(a) && within(b));
            geometry.edges().filter(outer).filter(both).collect()
        }
        SiteType::Edge => Vec::new(),
    };
    joined(geometry, edges).iter().map(|line| polyline(line)).collect()
}

/// Edges that meet as lines from point to point.
fn joined(geometry: &Geometry, edges: Vec<usize>) -> Vec<Vec<(f64, f64)>> {
    let mut left: Vec<(u32, u32)> = edges.into_iter().filter_map(|edge| geometry.topology.edge_ends(edge)).collect();
    let mut lines = Vec::new();
    while let Some((a, b)) = left.pop() {
        let mut line = std::collections::VecDeque::from([a, b]);
        loop {
            let (first, last) = (line.front().copied(), line.back().copied());
            let touches = |end: Option<u32>, (a, b): (u32, u32)| end == Some(a) || end == Some(b);
            let Some(at) = left.iter().position(|&edge| touches(first, edge) || touches(last, edge)) else { break };
            let (a, b) = left.swap_remove(at);
            match () {
                () if last == Some(a) => line.push_back(b),
                () if last == Some(b) => line.push_back(a),
                () if first == Some(a) => line.push_front(b),
                () => line.push_front(a),
            }
        }
        let points = line.into_iter().filter_map(|vertex| geometry.on_board(SiteType::Vertex, vertex as usize));
        lines.push(points.map(|spot| spot.at).collect());
    }
    lines
}
