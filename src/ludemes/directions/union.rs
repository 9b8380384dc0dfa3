//! `(union directions directions)`: the first directions and those of the second that are not among them.
//!
//! Classes of directions are replaced by the directions of the class that the site has. (Ludii 1.3.12's behaviour.)

use super::specific;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::directions("union", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<DirectionsExpr> {
    let first = lo.directions(call, "directions")?;
    let second = lo.directions(call, "directionsToRemove")?;
    let board = lo.board();
    Ok(DirectionsExpr::new(first.uses | second.uses, move |cx, t, site, facing| {
        let mut all = specific(&board, t, site, &first.eval_facing(cx, t, site, facing));
        for d in specific(&board, t, site, &second.eval_facing(cx, t, site, facing)) {
            if !all.contains(&d) {
                all.push(d);
            }
        }
        all
    }))
}
