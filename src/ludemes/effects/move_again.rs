//! `(moveAgain [then])`: the mover is the next player too.

use super::effect;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("moveAgain", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        effect(out, ActionKind::SetNextPlayer { player: cx.state.mover() }, then.as_ref());
    }))
}
