//! Regions.

mod around;
mod between;
mod board;
mod by_moves;
mod conditional;
mod crossing;
mod difference;
mod direction;
mod distance;
mod elements;
mod empty;
mod expand;
mod for_each;
mod for_each_level;
mod for_each_team;
mod group;
mod hand;
mod hidden;
mod incident;
mod indexed;
mod intersection;
mod large_piece;
mod last_between;
mod last_sites;
mod line_of_sight;
pub(crate) mod listed;
mod named;
mod neighbourhood;
mod occupied;
mod owned;
pub(crate) mod pattern;
mod pending;
mod plain;
mod playable;
mod random;
mod ring;
mod side;
mod start;
mod state;
mod to_clear;
mod track;
mod union;
mod walk;
mod winning;

use crate::ludemes::prelude::*;

pub(crate) use walk::{StepType, walk_ends};

family! {
    around between board by_moves conditional crossing difference direction distance elements empty expand for_each
    for_each_level for_each_team group hand hidden incident indexed intersection large_piece last_between last_sites
    line_of_sight named occupied pattern pending plain playable random ring side start state to_clear track union
    winning
}

/// The set of these sites.
fn set_of(sites: &[u32]) -> SiteSet {
    sites.iter().collect()
}

/// A site as an index into the board's sites of a type; `None` off the board.
fn on_board(board: &Topology, t: SiteType, site: i32) -> Option<usize> {
    usize::try_from(site).ok().filter(|&site| site < board.len(t))
}

/// The union of these regions.
fn union_of(parts: Vec<RegionExpr>) -> RegionExpr {
    let merge = |mut all: SiteSet, set: &SiteSet| {
        all.union_with(set);
        all
    };
    if let Some(sets) = parts.iter().map(RegionExpr::as_constant).collect::<Option<Vec<_>>>() {
        return Expr::constant(sets.into_iter().fold(SiteSet::new(), merge));
    }
    let span = span_of(&parts);
    Expr::new(uses_of(&parts), move |cx| {
        parts.iter().fold(SiteSet::new(), |all, part| part.look(cx, |set| merge(all, set)))
    })
    .spanning(span)
}

/// The span of all of these regions, where it is the same.
fn span_of(parts: &[RegionExpr]) -> Option<Span> {
    let span = parts.first()?.span();
    span.filter(|_| parts.iter().all(|part| part.span() == span))
}

/// What a region reads of which only sites near those of iterator variables matter.
fn uses_nearby(region: &RegionExpr) -> Uses {
    if region.span() == Some(Span::Each) { region.uses.here().one_step_on() } else { region.uses }
}
