//! `(difference directions directions)`: the first directions without the second.
//!
//! Classes of directions are replaced by the directions of the class that the site has; the order of the first stays.
//! (Ludii 1.3.12's behaviour.)

use super::specific;
use crate::engine::directions::DirectionList;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::directions("difference", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<DirectionsExpr> {
    let source = lo.directions(call, "directions")?;
    let removed = lo.directions(call, "directionsToRemove")?;
    let board = lo.board();
    let listed = source.as_absolute().map(DirectionList::from_slice);
    let left = DirectionsExpr::new(source.uses | removed.uses, move |cx, t, site, facing| {
        let mut left = specific(&board, t, site, &source.eval_facing(cx, t, site, facing));
        let removed = specific(&board, t, site, &removed.eval_facing(cx, t, site, facing));
        left.retain(|d| !removed.contains(d));
        left
    });
    // None may be removed.
    Ok(left.with_most_lanes(move |board, t, lanes| {
        let listed = listed.as_ref()?;
        let every = |site: usize| specific(board, t, site as i32, listed).iter().map(|&d| lanes(site, d)).sum();
        (0..board.len(t)).map(every).max()
    }))
}
