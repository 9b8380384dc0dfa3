//! `(set Pending [n or region])`: adds a pending value, or one per site; without an argument 1 is stored.
//!
//! One move; none for an empty region. A `then` is read and never run. (Ludii 1.3.12's behaviour.)

use super::actions;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("set", "Pending", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    if let Some(region) = lo.region_opt(call, "region")? {
        return Ok(Moves::generator(move |cx, out| {
            let sites = region.eval(cx);
            if sites.is_empty() {
                return;
            }
            let mut m = Move::new(0);
            m.items.extend(sites.iter().map(|value| Item::Action(Action::new(ActionKind::SetPending { value }))));
            out.push(m);
        }));
    }
    let value = lo.int_or(call, "value", -1)?;
    Ok(actions(None, move |cx, act| act(ActionKind::SetPending { value: value.eval(cx) })))
}
