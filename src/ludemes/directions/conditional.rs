//! `(if condition directions directions)`: one of two sets of directions.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::directions("if", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<DirectionsExpr> {
    let condition = lo.boolean(call, "condition")?;
    let yes = lo.directions(call, "directionsOk")?;
    let no = lo.directions(call, "directionsNotOk")?;
    Ok(match condition.as_constant() {
        Some(true) => yes,
        Some(false) => no,
        None => {
            let uses = condition.uses | yes.uses | no.uses;
            let (yes, no) = (Arc::new(yes), Arc::new(no));
            let most = (Arc::clone(&yes), Arc::clone(&no));
            DirectionsExpr::new(uses, move |cx, t, site, facing| {
                let chosen = if condition.eval(cx) { &yes } else { &no };
                chosen.eval_facing(cx, t, site, facing)
            })
            .with_most_lanes(move |board, t, lanes| {
                Some(most.0.most_lanes(board, t, lanes)?.max(most.1.most_lanes(board, t, lanes)?))
            })
        }
    })
}
