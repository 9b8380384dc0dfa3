//! `(sites Playable [type])`, `(sites LineOfPlay [type])`: where the next piece can touch the others.
//!
//! In a game with dominoes the line of play is the cells that the next domino may cover (`engine/dominoes.rs`).
//! Otherwise both are the empty neighbours of the occupied sites; before the first move, start placements included, the
//! centre of the board. (Ludii 1.3.12's behaviour.)

use super::set_of;
use crate::board::NamedSet;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::region("sites", "Playable", lower),
    Row::region("sites", "LineOfPlay", line_of_play).requires(|needs, _| needs.features.line_of_play = true),
];

/// The line of play of dominoes.
fn line_of_play(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    if !lo.features.dominoes {
        return lower(call, lo);
    }
    Ok(Expr::new(Uses::OTHER, |cx| cx.state.dominoes.as_ref().map_or_else(SiteSet::new, |d| d.playable.clone())))
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "elementType");
    let board = lo.board();
    let centre = set_of(board.named(t, NamedSet::Centre));
    let region = Expr::new(Uses::BOARD | Uses::HISTORY, move |cx| {
        cx.charge(board.len(t) as u64);
        let empty = cx.state.empty_sites(t);
        let n = board.len(t);
        if cx.history.made().is_empty() {
            return centre.clone();
        }
        let mut found = SiteSet::new();
        for site in (0..n).filter(|&site| !empty.contains(site as i32)) {
            board.neighbours(t, site, Relation::Adjacent).iter().for_each(|&next| found.insert(next as i32));
        }
        found.intersect_with(empty);
        found
    });
    Ok(lo.keep(call, region))
}
