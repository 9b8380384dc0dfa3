//! `(remember Value ["name"] n [unique:] [then])`: appends to a list of values;
//! `(remember State [then])`: keeps the position for `avoidStoredState`.
//!
//! With `unique:True` nothing if the list holds the value when the effect is generated. (Ludii 1.3.12's behaviour.)

use super::actions;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::effect("remember", "Value", lower_value), Row::effect("remember", "State", lower_state)];

fn lower_value(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let name = call.text("name").cloned();
    let value = lo.int(call, "value")?;
    let unique = lo.bool_or(call, "unique", false)?;
    let then = lo.then(call)?;
    Ok(actions(then, move |cx, act| {
        let value = value.eval(cx);
        if unique.eval(cx) {
            let searched = values(cx, name.as_ref()).len() as u64 / 16;
            if !cx.spend(searched) || values(cx, name.as_ref()).contains(&value) {
                return;
            }
        }
        act(ActionKind::RememberValue { name: name.clone(), value });
    }))
}

fn lower_state(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let then = lo.then(call)?;
    Ok(actions(then, move |_, act| act(ActionKind::StoreState)))
}

/// The values remembered under a name, or those without one.
pub(super) fn values<'a>(cx: &'a Cx, name: Option<&Arc<str>>) -> &'a [i32] {
    match name {
        Some(name) => cx.state.remembered_named.get(name).map_or(&[], Vec::as_slice),
        None => &cx.state.remembered,
    }
}
