//! `(if condition directions directions)`: one of two sets of directions.
//!
//! Where the condition is about the state alone, what follows from the directions of either branch is found once.

use crate::ludemes::prelude::*;
use crate::ludemes::registry;

pub(super) const ROWS: &[Row] = &[Row::directions("if", "", lower).any_order()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<DirectionsExpr> {
    let condition = lo.boolean(call, "condition")?;
    let yes = lo.directions(call, "directionsOk")?;
    let no = lo.directions(call, "directionsNotOk")?;
    match condition.as_constant() {
        Some(true) => return Ok(yes),
        Some(false) => return Ok(no),
        None => {}
    }
    let uses = condition.uses | yes.uses | no.uses;
    let harmless = call.part("condition").is_some_and(|part| registry::hazard(part, lo) == Hazard::None);
    let by_state = harmless && !condition.uses.any(Uses::ITERATORS | Uses::VOLATILE);
    let (condition, branches) = (Arc::new(condition), [Arc::new(yes), Arc::new(no)]);
    let (asked, [yes, no], most) = (Arc::clone(&condition), branches.clone(), branches.clone());
    let chosen = DirectionsExpr::new(uses, move |cx, t, site, facing| {
        let chosen = if asked.eval(cx) { &yes } else { &no };
        chosen.eval_facing(cx, t, site, facing)
    })
    .with_most_lanes(move |board, t, lanes| {
        let [yes, no] = &most;
        Some(yes.most_lanes(board, t, lanes)?.max(no.most_lanes(board, t, lanes)?))
    })
    .with_branches(branches.clone());
    let [first, second] = branches.each_ref().map(|branch| branch.facings());
    if !by_state || first == 0 || second == 0 {
        return Ok(chosen);
    }
    let [yes, no] = branches;
    Ok(chosen.by_facing(first + second, move |cx, t, site| match condition.eval(cx) {
        true => yes.facing(cx, t, site),
        false => no.facing(cx, t, site).map(|facing| first + facing),
    }))
}
