//! `(directions Random directions num:int)`: so many different directions, drawn at random.
//!
//! ASSUMPTION: they are drawn from the directions that the site has, one after the other, without putting back.

use super::specific;
use crate::engine::directions::DirectionList;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::directions("directions", "Random", lower).draws().requires(|needs, _| needs.features.stochastic = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<DirectionsExpr> {
    let source = lo.directions(call, "directions")?;
    let num = lo.int(call, "num")?;
    let board = lo.board();
    Ok(DirectionsExpr::new(source.uses | num.uses | Uses::VOLATILE, move |cx, t, site, facing| {
        let mut left = specific(&board, t, site, &source.eval_facing(cx, t, site, facing));
        let mut drawn = DirectionList::new();
        for _ in 0..num.eval(cx).max(0) {
            if left.is_empty() {
                break;
            }
            drawn.push(left.remove(cx.rng.index(left.len())));
        }
        drawn
    }))
}
