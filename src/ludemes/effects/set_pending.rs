//! `(set Pending [n or region])`: adds a pending value, or one per site; without an argument 1 is stored.
//!
//! One move; none for an empty region. A `then` is read and never run. (Ludii 1.3.12's behaviour.)

use super::{actions, together};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("set", "Pending", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    if let Some(region) = lo.region_opt(call, "region")? {
        return Ok(together(None, move |cx, act| {
            for value in &region.eval(cx) {
                act(ActionKind::SetPending { value });
            }
        }));
    }
    let value = lo.int_or(call, "value", -1)?;
    Ok(actions(None, move |cx, act| act(ActionKind::SetPending { value: value.eval(cx) })))
}
