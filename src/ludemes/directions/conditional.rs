//! `(if condition directions directions)`: one of two sets of directions.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::directions("if", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<DirectionsExpr> {
    let condition = lo.boolean(call, "condition")?;
    let yes = super::argument(call, "directionsOk", lo)?;
    let no = super::argument(call, "directionsNotOk", lo)?;
    Ok(match condition.as_constant() {
        Some(true) => yes,
        Some(false) => no,
        None => DirectionsExpr::new(condition.uses | yes.uses | no.uses, move |cx, t, site| {
            if condition.eval(cx) { yes.eval(cx, t, site) } else { no.eval(cx, t, site) }
        }),
    })
}
