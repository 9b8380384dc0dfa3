//! `(var ["name"])`: the value of a variable, -1 when never set; without a name, the unnamed one.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("var", "", lower).requires(|needs, _| needs.features.vars = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let Some(name) = call.text("key") else {
        return Ok(Expr::new(Uses::var(usize::MAX), |cx| cx.state.temp));
    };
    let index = lo.var(name);
    Ok(Expr::new(Uses::var(index), move |cx| cx.state.var(index)))
}
