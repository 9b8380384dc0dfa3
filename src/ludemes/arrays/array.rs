//! `(array {int ..})`, `(array region)`: the values in order, duplicates kept; the sites of a region, ascending.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::ints("array", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntsExpr> {
    match lo.region_opt(call, "region")? {
        Some(region) => Ok(Expr::new(region.uses, move |cx| region.eval(cx).iter().collect())),
        None => lo.ints(call, "ints"),
    }
}
