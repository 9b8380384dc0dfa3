//! `(sites Start (piece ..))`: where on the board the pieces of a component stood when the start rules were done.
//!
//! The piece is a component's number or full name.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Start", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let Some(piece) = call.part("pid") else {
        return lo.wrong(&call.origin, "`(sites Start ..)` needs a `(piece ..)`");
    };
    let component = match (piece.get("component"), piece.text("nameComponent")) {
        (Some(component), _) => lo.int_arg(component)?,
        (None, Some(name)) => match lo.equipment.component(name) {
            Some(component) => Expr::constant(component as i32),
            None => return lo.wrong(&piece.origin, format!("there is no piece `{name}`")),
        },
        _ => return lo.unsupported(&piece.origin, "`(sites Start ..)` of several pieces"),
    };
    if let Some(&component) = component.as_constant() {
        return Ok(Expr::stored(Uses::HISTORY, move |cx| cx.started(component)));
    }
    Ok(component.with(Uses::HISTORY, move |cx, component| cx.started(component).clone()))
}
