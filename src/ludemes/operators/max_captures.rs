//! `(max Captures [withValue:] moves [then])`: the moves that take the most pieces.
//!
//! Removals are counted in what is executed, consequences included; the moves themselves stay as they are. A `then` is
//! read and never run. (Ludii 1.3.12's behaviour.) With `withValue:True` the values of the pieces count.

use super::greatest;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("max", "Captures", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let with_value = lo.bool_or(call, "withValue", false)?;
    let moves = lo.moves(call, "moves")?;
    Ok(Moves::generator(move |cx, out| {
        let with_value = with_value.eval(cx);
        let list = moves.list(cx);
        out.moves.extend(greatest(cx, list, |cx, m| captures(cx, m, with_value)).1);
    }))
}

/// What a move takes off: the number of removals, or the values of the pieces removed.
pub(super) fn captures(cx: &mut Cx, m: &Move, with_value: bool) -> i32 {
    let executed = cx.scratch(|cx| {
        let mut executed = Vec::new();
        cx.apply(m, true, &mut executed);
        executed
    });
    // The values are those of the pieces that stand there now.
    let worth = |action: &Action| match action.kind {
        ActionKind::Remove { t, to, level, .. } if with_value => cx.state.piece(t, to, Some(level)).value,
        ActionKind::Remove { .. } => 1,
        _ => 0,
    };
    executed.iter().map(worth).sum()
}
