//! `(avoidStoredState moves [then])`: the moves that do not lead back to the position kept by `(remember State)`.
//!
//! The position after the move and its consequences, before the turn passes, is compared. A `then` is read and never
//! run. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::effect("avoidStoredState", "", lower).requires(|needs, _| needs.features.stored_state = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let moves = lo.moves(call, "moves")?;
    let leads_elsewhere = |cx: &mut Cx, m: &mut Move| {
        let stored = cx.state.stored_hash;
        let reached = cx.scratch(|cx| {
            cx.apply_listed(m);
            cx.state.position_hash()
        });
        reached != stored
    };
    Ok(super::do_::only_if(call, moves, Arc::new(leads_elsewhere), lo))
}
