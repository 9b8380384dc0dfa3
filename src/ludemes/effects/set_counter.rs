//! `(set Counter [n])`: sets the counter, without a value to -1; the move's own count still follows.
//!
//! A `then` is read and never run. (Ludii 1.3.12's behaviour.)

use super::actions;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::effect("set", "Counter", lower).requires(|needs, _| needs.features.sets_counter = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let value = lo.int_or(call, "newValue", -1)?;
    Ok(actions(None, move |cx, act| act(ActionKind::SetCounter { counter: value.eval(cx) })))
}
