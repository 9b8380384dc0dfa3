//! `(moveAgain [then])`: the mover is the next player too.

use super::actions;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("moveAgain", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let then = lo.then(call)?;
    Ok(actions(then, move |cx, act| {
        act(ActionKind::SetNextPlayer { player: cx.state.mover() });
    }))
}
