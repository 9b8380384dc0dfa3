//! `(sites LargePiece [type] at:int)`: the sites covered by the piece on a site.
//!
//! On the board a plain piece covers its own site; a large one covers the cells of its walk, which are found by its
//! root alone. Nothing for an empty or merely covered site, and for one outside the board. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "LargePiece", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "type");
    let at = lo.int(call, "at")?;
    Ok(at.with(Uses::BOARD, move |cx, site| {
        if site >= cx.state.layout().board_len(t) || !cx.state.is_occupied(t, site) {
            return SiteSet::new();
        }
        let piece = cx.state.piece(t, site, None);
        match cx.game.equipment.placements(i32::from(piece.what)) {
            Some(placements) => placements.cells(site, piece.state).iter().copied().collect(),
            None => [site].into_iter().collect(),
        }
    }))
}
