//! `(if condition region [region])`: one of two regions, nothing where the second is missing.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("if", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let condition = lo.boolean(call, "cond")?;
    let yes = lo.region(call, "ok")?;
    let no = lo.region_opt(call, "notOk")?.unwrap_or_else(|| Expr::constant(SiteSet::new()));
    Ok(match condition.as_constant() {
        Some(true) => yes,
        Some(false) => no,
        None => {
            Expr::new(
                condition.uses | yes.uses | no.uses,
                move |cx| {
                    if condition.eval(cx) { yes.eval(cx) } else { no.eval(cx) }
                },
            )
        }
    })
}
