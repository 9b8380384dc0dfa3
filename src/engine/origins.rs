//! Where moves to a site begin.
//!
//! Whether a piece could be moved onto a site is asked backwards: only the sites are looked at from which a piece of the kind could come
//! on an empty board, as chess programs look for attackers of a square.

use crate::board::{SiteType, Topology};
use crate::engine::context::Cx;
use crate::engine::expr::{DirectionList, DirectionsExpr};
use crate::engine::site_set::SiteSet;
use std::sync::{Arc, OnceLock};

/// The most sites of a board for which the tables are made: they grow with the square.
const MOST_SITES: usize = 512;

/// The sites on which a move from a site may end.
type EndsFn = dyn Fn(&Topology, SiteType, usize, &DirectionList) -> SiteSet + Send + Sync;

/// For each site, those from which a move could end there, whatever stands on the board.
pub(crate) struct Origins {
    board: Arc<Topology>,
    t: SiteType,
    directions: Arc<DirectionsExpr>,
    ends: Box<EndsFn>,
    /// By what the directions depend on besides; made when first asked for.
    by_outlook: Box<[OnceLock<Box<[SiteSet]>>]>,
}

impl Origins {
    /// Those of moves whose ends `ends` finds for a site and the directions there; too many do no harm. `None` where the board is too
    /// large.
    pub fn new(
        board: Arc<Topology>,
        t: SiteType,
        directions: &Arc<DirectionsExpr>,
        ends: impl Fn(&Topology, SiteType, usize, &DirectionList) -> SiteSet + Send + Sync + 'static,
    ) -> Option<Origins> {
        let by_outlook = (0..directions.outlooks()).map(|_| OnceLock::new()).collect();
        let directions = Arc::clone(directions);
        (board.len(t) <= MOST_SITES).then(|| Origins { board, t, directions, ends: Box::new(ends), by_outlook })
    }

    /// Takes out of sites on which pieces of one component stand those from which no move ends there.
    pub fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet, end: i32) {
        let Some(first) = starts.first() else { return };
        // Pieces of a component look the same way, unless they are turned.
        if t != self.t || cx.game.features.rotations && self.directions.as_absolute().is_none() {
            return;
        }
        let Some(outlook) = self.directions.outlook(cx, t, first) else { return };
        let Some(table) = self.by_outlook.get(outlook) else { return };
        let origins = match table.get() {
            Some(origins) => origins,
            None => {
                let found = self.found(cx, first);
                table.get_or_init(|| found)
            }
        };
        match usize::try_from(end).ok().and_then(|end| origins.get(end)) {
            Some(origins) => starts.intersect_with(origins),
            None => *starts = SiteSet::new(),
        }
    }

    #[cold]
    fn found(&self, cx: &mut Cx, start: i32) -> Box<[SiteSet]> {
        let directions = self.directions.eval(cx, self.t, start);
        let sites = self.board.len(self.t);
        let mut origins = vec![SiteSet::new(); sites];
        for start in 0..sites {
            for end in &(self.ends)(&self.board, self.t, start, &directions) {
                if let Some(origins) = usize::try_from(end).ok().and_then(|end| origins.get_mut(end)) {
                    origins.insert(start as i32);
                }
            }
        }
        origins.into_boxed_slice()
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
