//! `(sites LargePiece [type] at:int)`: the sites covered by the piece on a site.
//!
//! Every piece that can be played covers its own site and no other; an empty site gives nothing.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "LargePiece", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "type");
    let at = lo.int(call, "at")?;
    Ok(Expr::new(at.uses | Uses::BOARD, move |cx| {
        let site = at.eval(cx);
        if cx.state.is_occupied(t, site) { [site].into_iter().collect() } else { SiteSet::new() }
    }))
}
