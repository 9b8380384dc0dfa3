//! Where moves begin and end in a drawing, for programs in which people point at them.

use super::Drawing;
use super::frame::{Frame, place};
use super::geometry::LocalSite;
use crate::board::SiteType;
use crate::engine::mv::Move;

/// A site in a drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    /// The container, 0 for the board.
    pub container: usize,
    /// The type of the site.
    pub t: SiteType,
    /// The site, by its number within the container.
    pub site: usize,
    /// The middle, in the units of the drawing.
    pub x: f64,
    /// The middle, y downwards.
    pub y: f64,
    /// Half of what a piece may take there.
    pub r: f64,
}

/// Where a move begins and ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Way {
    /// The site it begins on, if that is another than where it ends.
    pub from: Option<Target>,
    /// The site it ends on; `None` for a move that is about no site that is drawn.
    pub to: Option<Target>,
}

impl Drawing<'_> {
    /// The width and the height of [`Drawing::position`].
    pub fn size(&self, frame: &Frame) -> (f64, f64) {
        let scene = self.scene(std::slice::from_ref(frame));
        (scene.width, scene.height)
    }

    /// Where moves begin and end in the drawing of a position.
    pub fn ways(&self, frame: &Frame, moves: &[Move]) -> Vec<Way> {
        let scene = self.scene(std::slice::from_ref(frame));
        let equipment = &self.game.equipment;
        let target = |at: LocalSite| {
            let spot = scene.geometry.spot(at)?;
            Some(Target { container: at.container, t: at.t, site: at.site, x: spot.at.0, y: spot.at.1, r: spot.r })
        };
        let way = |m: &Move| {
            let Some(action) = m.decision() else { return Way { from: None, to: None } };
            let (from_type, to_type) = action.site_types();
            let from = place(equipment, from_type, action.from());
            let to = place(equipment, to_type, action.to());
            let from = from.filter(|_| from != to).and_then(target);
            match to.and_then(target) {
                Some(to) => Way { from, to: Some(to) },
                None => Way { from: None, to: from },
            }
        };
        moves.iter().map(way).collect()
    }
}
