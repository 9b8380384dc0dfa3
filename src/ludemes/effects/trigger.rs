//! `(trigger "event" <player or role>)`: marks a player; the event is not kept apart from others.
//!
//! A `then` is read and never run. (Ludii 1.3.12's behaviour.)

use super::actions;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("trigger", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let event = call.text("event").cloned().unwrap_or_else(|| Arc::from(""));
    let player = lo.player_arg(lo.one_of(call, &["indexPlayer", "role"], "a player is needed")?)?;
    Ok(actions(None, move |cx, act| {
        let player = player.eval(cx);
        act(ActionKind::Trigger { event: Arc::clone(&event), player });
    }))
}
