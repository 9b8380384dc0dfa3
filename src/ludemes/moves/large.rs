//! How large pieces are put down and moved.
//!
//! Where `(move Add ..)` or `(move (from ..) (to ..))` meet a large piece, they list its placements instead: each root
//! with each state, four to a walk, in which its cells fit. (Ludii 1.3.12's behaviour.)
//!
//! * Put down, all cells must be empty. Conditions, effects, count, level and consequence of the ludeme do not count.
//! * Moved, each cell must be one of the destinations, a cell it covers already, or the start; the destinations and the
//!   covered cells are tried as roots, in this order and as often as they are listed. The place it lies in is none. The
//!   cells of a domino must lie in the line of play instead, except in the first move of the game.
//!
//! ASSUMPTION: where one site is given to `Add` with several pieces, each large one is tried, and those after it.

use super::build::{emit, site_type};
use super::from::Sites;
use crate::engine::equipment::Equipment;
use crate::engine::tile::Placements;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

/// The states to be tried: all, or the one given (not below 0).
fn states(placements: &Placements, given: Option<i32>) -> std::ops::Range<i32> {
    given.map_or(0..placements.states(), |state| state.max(0)..state.max(0).saturating_add(1))
}

/// What is put down.
pub(super) struct Addition {
    /// The component.
    pub what: i32,
    /// The one state asked for.
    pub state: Option<i32>,
    /// The type of the sites.
    pub t: SiteType,
    /// Whether it is a decision.
    pub decision: bool,
}

impl Addition {
    /// Lists all placements with a root among the sites, in order; none if the component is not large.
    pub fn list(&self, sites: impl Iterator<Item = i32>, cx: &mut Cx, out: &mut Out) {
        cx.with_game(|cx, game| {
            let Some(placements) = game.equipment.placements(self.what) else { return };
            for site in sites {
                for state in states(placements, self.state) {
                    if out.full() || !self.put(placements, (site, state), cx, out) {
                        return;
                    }
                }
            }
        });
    }

    /// How many placements there are on each site, whether it fits in or not; `None` if the component is not large.
    pub fn each(&self, cx: &Cx) -> Option<usize> {
        cx.game.equipment.placements(self.what).map(|placements| states(placements, self.state).len())
    }

    /// The placement of a number below [`Addition::each`] on a site, if it fits in.
    pub fn nth(&self, site: i32, number: usize, cx: &mut Cx, out: &mut Out) {
        cx.with_game(|cx, game| {
            if let Some(placements) = game.equipment.placements(self.what)
                && let Some(state) = states(placements, self.state).nth(number)
            {
                self.put(placements, (site, state), cx, out);
            }
        });
    }

    /// The placement with this root and state, if it fits in; `false` when the work is used up.
    fn put(&self, placements: &Placements, (site, state): (i32, i32), cx: &mut Cx, out: &mut Out) -> bool {
        let cells = placements.cells(site, state);
        if !cx.spend(1 + cells.len() as u64) {
            return false;
        }
        if cells.is_empty() || !cells.iter().all(|&cell| cx.state.is_empty_site(self.t, cell)) {
            return true;
        }
        let (t, what, data) = (Some(site_type(cx, self.t, site)), self.what, PieceData::state(state));
        let kind = ActionKind::Add { t, to: site, level: -1, what, count: 1, data, stack: false };
        let mut m = Move::of(cx.state.mover(), site, site, Action::deciding(kind, self.decision));
        m.state = state;
        emit(out, m, None);
        true
    }
}

/// The places to which the large piece on `start` can be moved: root and state. `None` if there is no large piece.
pub(super) fn transfers(from: (SiteType, i32), destinations: &Sites, cx: &mut Cx) -> Option<Vec<(i32, i32)>> {
    if !cx.game.equipment.has_large_pieces() {
        return None;
    }
    cx.with_game(|cx, game| transfers_among(from, destinations, &game.equipment, cx))
}

fn transfers_among(
    (t, start): (SiteType, i32),
    destinations: &Sites,
    equipment: &Equipment,
    cx: &mut Cx,
) -> Option<Vec<(i32, i32)>> {
    let piece = cx.state.piece(t, start, None);
    let placements = equipment.placements(i32::from(piece.what))?;
    let covered = placements.cells(start, piece.state);
    let targets: SmallVec<[i32; 16]> =
        destinations.iter(None).chain(covered.iter().copied().filter(|&cell| cell != start)).collect();
    let allowed: SiteSet = targets.iter().copied().chain([start]).collect();
    let dominoes = cx.state.dominoes.clone().filter(|_| cx.game.features.line_of_play);
    let first = cx.count_moves() == 0;
    let allows = |cell: i32| match &dominoes {
        Some(dominoes) => first || dominoes.playable.contains(cell),
        None => allowed.contains(cell),
    };
    let mut found = Vec::new();
    for &root in &targets {
        for state in states(placements, None) {
            let cells = placements.cells(root, state);
            if !cx.spend(1 + cells.len() as u64) {
                return Some(found);
            }
            let fits = !cells.is_empty() && cells.iter().all(|&cell| allows(cell));
            if fits && (root, state) != (start, piece.state) {
                found.push((root, state));
            }
        }
    }
    Some(found)
}
