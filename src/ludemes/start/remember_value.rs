//! `(set RememberValue ["name"] value-or-region [unique:])`: values remembered before the first move.

use super::{StartRule, initial};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "RememberValue")];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let name = call.text("name").cloned();
    let unique = lo.bool_or(call, "unique", false)?;
    let value = lo.int_opt(call, "value")?;
    let region = lo.region_opt(call, "regionValue")?;
    Ok(StartRule::new(move |cx| {
        let mut values: Vec<i32> = value.iter().map(|value| value.eval(cx)).collect();
        if let Some(region) = &region {
            values.extend(region.eval(cx).iter());
        }
        for value in values {
            let known = match &name {
                Some(name) => cx.state.remembered_named.get(name).is_some_and(|list| list.contains(&value)),
                None => cx.state.remembered.contains(&value),
            };
            if !(known && unique.eval(cx)) {
                initial(cx, -1, ActionKind::RememberValue { name: name.clone(), value });
            }
        }
    }))
}
