//! Where moves to a site begin.
//!
//! Whether a piece could be moved onto a site is asked backwards: only the sites are looked at from which a piece of
//! the kind could come on an empty board, as chess programs look for attackers of a square.

use crate::board::{SiteType, Topology};
use crate::engine::context::Cx;
use crate::engine::directions::{DirectionList, DirectionsExpr};
use crate::engine::facing_tables::FacingTables;
use crate::engine::site_set::SiteSet;
use std::sync::Arc;

/// The most sites of a board for which the tables are made: they grow with the square.
pub(crate) const MOST_SITES: usize = 512;

/// For each site, those from which a move could end there, whatever stands on the board; for each set of directions
/// that a condition may choose.
pub(crate) struct Origins(Vec<FacingTables<Box<[SiteSet]>>>);

impl Origins {
    /// Those of moves whose ends `ends` finds for a site and the directions there; too many do no harm. `None` where
    /// the board is too large.
    pub fn new(
        board: Arc<Topology>,
        t: SiteType,
        directions: &Arc<DirectionsExpr>,
        ends: impl Fn(&Topology, SiteType, usize, &DirectionList) -> SiteSet + Clone + Send + Sync + 'static,
    ) -> Option<Origins> {
        let origins = move |board: &Topology, t: SiteType, directions: &DirectionList| {
            let mut origins = vec![SiteSet::new(); board.len(t)];
            for start in 0..board.len(t) {
                for end in &ends(board, t, start, directions) {
                    if let Some(origins) = usize::try_from(end).ok().and_then(|end| origins.get_mut(end)) {
                        origins.insert(start as i32);
                    }
                }
            }
            origins.into_boxed_slice()
        };
        if board.len(t) > MOST_SITES {
            return None;
        }
        let each = directions.unconditional().into_iter();
        Some(Origins(each.map(|one| FacingTables::new(Arc::clone(&board), t, &one, true, origins.clone())).collect()))
    }

    /// Those of moves to a site, for pieces like the one on `start`; `None` where they are not all alike.
    pub fn of(&self, cx: &mut Cx, t: SiteType, start: i32, end: i32) -> Option<SiteSet> {
        let mut all = SiteSet::new();
        for tables in &self.0 {
            let origins = tables.of_component(cx, t, start)?;
            if let Some(origins) = usize::try_from(end).ok().and_then(|end| origins.get(end)) {
                all.union_with(origins);
            }
        }
        Some(all)
    }
}

/// The sites on the lines from a site.
pub(crate) fn on_lines(board: &Topology, t: SiteType, site: usize, directions: &DirectionList) -> SiteSet {
    let lines = directions.iter().flat_map(|&d| board.radials(t, site, d));
    lines.flat_map(|line| line.path.iter().skip(1)).collect()
}

/// The sites one step from a site.
pub(crate) fn one_step_away(board: &Topology, t: SiteType, site: usize, directions: &DirectionList) -> SiteSet {
    directions.iter().flat_map(|&d| board.steps(t, site, d)).collect()
}
