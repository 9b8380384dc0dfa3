//! `(set Var ["name"] [n] [then])`: sets a named variable, or the unnamed one; without a value to -1.

use super::actions;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("set", "Var", lower).requires(|needs, _| needs.features.vars = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let name = call.text("name").map(|name| (Arc::clone(name), lo.var(name)));
    let value = lo.int_or(call, "newValue", -1)?;
    let then = lo.then(call)?;
    Ok(actions(then, move |cx, act| {
        let value = value.eval(cx);
        let kind = match &name {
            Some((name, index)) => ActionKind::SetVar { name: Arc::clone(name), index: *index, value },
            None => ActionKind::SetTemp { temp: value },
        };
        act(kind);
    }))
}
