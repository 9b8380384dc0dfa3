//! `(move Pass [then])`, `(pass ..)`: passes the turn. One move without sites.

use super::build::emit;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    both_forms!("Pass", "pass", "", |needs, _| needs.features.no_pass_end |= needs.single_player);

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let then = lo.then(call)?;
    Ok(Moves::in_lanes(
        true,
        || Some((1, 1)),
        move |cx: &mut Cx, out: &mut Out| {
            if !out.takes() {
                return;
            }
            let action = Action::deciding(ActionKind::Pass { forced: false }, decision);
            emit(out, Move::of(cx.state.mover(), -1, -1, action), then.as_ref());
        },
    ))
}
