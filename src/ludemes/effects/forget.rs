//! `(forget Value ["name"] n [then])`: takes the first such value out of a list;
//! `(forget Value ["name"] All [then])`: takes out all values there are when the effect is generated.
//!
//! The second form is one move, and none if there are no values; without a name it covers the named lists too, after
//! the unnamed one. (Ludii 1.3.12's behaviour.)

use super::remember::values;
use super::{actions, together};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("forget", "Value", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let name = call.text("name").cloned();
    let value = lo.int_opt(call, "value")?;
    let then = lo.then(call)?;
    if let Some(value) = value {
        return Ok(actions(then, move |cx, act| {
            let value = value.eval(cx);
            act(ActionKind::ForgetValue { name: name.clone(), value });
        }));
    }
    Ok(together(then, move |cx, act| {
        let mut forget = |name: Option<&Arc<str>>, values: &[i32]| {
            for &value in values {
                act(ActionKind::ForgetValue { name: name.cloned(), value });
            }
        };
        forget(name.as_ref(), values(cx, name.as_ref()));
        if name.is_none() {
            for (name, values) in &cx.state.remembered_named {
                forget(Some(name), values);
            }
        }
    }))
}
