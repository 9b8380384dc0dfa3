//! `(forEach Team moves [then])`: the moves for each team that has members; `(team)` gives them.

use super::followed;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Team", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let moves = lo.moves(call, "moves")?;
    let then = lo.then(call)?;
    Ok(followed(then, move |cx, out| {
        cx.each_team(|cx| {
            let goes_on = cx.spend(1) && !out.full();
            if goes_on {
                moves.eval(cx, out);
            }
            goes_on
        });
    }))
}
