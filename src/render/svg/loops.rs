//! The loops at the corners of a Surakarta board: where the track of a loop turns from one line to another, the site
//! before the turn is in its list twice, and the way goes round the corner outside the board.

use super::geometry::Point;
use super::xml::Num;
use crate::board::{NamedSet, Topology};
use crate::engine::equipment::Equipment;
use std::collections::HashSet;
use std::f64::consts::{PI, TAU};

/// A way round a corner of the board, in the units of the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loop {
    /// Where it leaves the board and where it comes back.
    ends: [Point; 2],
    /// The corner.
    pub corner: Point,
    /// How far it is from the corner.
    pub radius: f64,
}

/// The loops of the tracks of a board, each once.
pub(super) fn loops(equipment: &Equipment) -> Vec<Loop> {
    let board = &*equipment.board;
    let mut told = HashSet::new();
    let mut found = Vec::new();
    for track in &equipment.tracks {
        for (at, &site) in track.sites.iter().enumerate().filter(|&(at, _)| track.bumps(at) > 0) {
            let next = track.after(at).and_then(|next| track.sites.get(next)).copied();
            let Some(next) = next.filter(|&next| told.insert((site.min(next), site.max(next)))) else { continue };
            found.extend(round_a_corner(board, site, next));
        }
    }
    found
}

/// The way from one site to another round the corner that both are equally far from.
fn round_a_corner(board: &Topology, from: i32, to: i32) -> Option<Loop> {
    let t = board.default_type();
    let place = |site: usize| board.position(t, site).map(|(x, y, _)| (x, y));
    let ends = [place(usize::try_from(from).ok()?)?, place(usize::try_from(to).ok()?)?];
    let far = |corner: Point| ends.map(|end| (end.0 - corner.0).hypot(end.1 - corner.1));
    let corners = board.named(t, NamedSet::Corners).iter().filter_map(|&corner| place(corner as usize));
    let corner = corners.min_by(|one, other| far(*one).iter().sum::<f64>().total_cmp(&far(*other).iter().sum()))?;
    let [one, other] = far(corner);
    (one > 1e-6 && (one - other).abs() < 0.1 * one).then_some(Loop { ends, corner, radius: (one + other) / 2.0 })
}

impl Loop {
    /// The way as path data, as `map` places points in the drawing; `middle` is that of the board.
    pub fn path(&self, map: impl Fn(Point) -> Point, middle: Point) -> String {
        let [from, to] = self.ends.map(&map);
        let (corner, middle) = (map(self.corner), map(middle));
        let angle = |point: Point| (point.1 - corner.1).atan2(point.0 - corner.0);
        let turn = (angle(to) - angle(from)).rem_euclid(TAU);
        // Of the two ways round, the one that is outside the board.
        let half = angle(from) + turn / 2.0;
        let out = half.cos() * (corner.0 - middle.0) + half.sin() * (corner.1 - middle.1) > 0.0;
        let turn = if out { turn } else { TAU - turn };
        let r = (from.0 - corner.0).hypot(from.1 - corner.1);
        let (long, clockwise) = (i32::from(turn > PI), i32::from(out));
        let (r, x, y) = (Num(r), Num(to.0), Num(to.1));
        format!("M{} {}A{r} {r} 0 {long} {clockwise} {x} {y}", Num(from.0), Num(from.1))
    }
}
