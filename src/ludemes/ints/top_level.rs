//! `(topLevel [type] at:int)`: the top level of a stack.
//!
//! 0 for an empty site, in games without stacks and for -1; -1 beyond the board. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("topLevel", "", lower).requires(|needs, _| needs.features.stacking = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int(call, "at")?;
    let stacking = lo.features.stacking;
    Ok(site.with(Uses::BOARD, move |cx, site| {
        if site >= 0 && cx.state.layout().any_place(t, site).is_none() {
            return -1;
        }
        if stacking { (cx.state.height(t, site) - 1).max(0) } else { 0 }
    }))
}
