//! `(difference directions directions)`: the first directions without the second.
//!
//! Classes of directions are replaced by the directions of the class that the site has; the order of the first stays.
//! (Ludii 1.3.12's behaviour.)

use super::specific;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::directions("difference", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<DirectionsExpr> {
    let source = super::argument(call, "directions", lo)?;
    let removed = super::argument(call, "directionsToRemove", lo)?;
    let board = lo.board();
    Ok(DirectionsExpr::new(source.uses | removed.uses, move |cx, t, site, facing| {
        let mut left = specific(&board, t, site, &source.eval_facing(cx, t, site, facing));
        let removed = specific(&board, t, site, &removed.eval_facing(cx, t, site, facing));
        left.retain(|d| !removed.contains(d));
        left
    }))
}
