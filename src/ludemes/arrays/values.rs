//! `(values Remembered ["name"])`: the remembered values in the order in which they were remembered, duplicates kept.
//!
//! Each name has a list of its own, and so has no name. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::ints("values", "Remembered", lower)];

fn lower(call: &Ludeme, _: &mut Lowering) -> Lowered<IntsExpr> {
    let Some(name) = call.text("name").cloned() else {
        return Ok(Expr::new(Uses::OTHER, |cx| cx.state.remembered.clone()));
    };
    Ok(Expr::new(Uses::OTHER, move |cx| cx.state.remembered_named.get(&name).cloned().unwrap_or_default()))
}
