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
        None => DirectionsExpr::new(condition.uses | yes.uses | no.uses, move |cx, t, site, facing| {
            if condition.eval(cx) { yes.eval_facing(cx, t, site, facing) } else { no.eval_facing(cx, t, site, facing) }
        }),
    })
}
