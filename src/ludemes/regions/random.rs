//! `(sites Random [region] [num:int])`: so many different sites of a region (of the empty cells), drawn at random.
//!
//! ASSUMPTION: each draw takes one of the sites that are left, counted in ascending order.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Random", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let cells = || Expr::new(Uses::BOARD, |cx: &mut Cx| cx.state.empty_sites(SiteType::Cell).clone());
    let region = lo.region_opt(call, "region")?.unwrap_or_else(cells);
    let num = lo.int_or(call, "num", 1)?;
    Ok(Expr::new(Uses::VOLATILE | region.uses | num.uses, move |cx| {
        let mut left: Vec<i32> = region.eval(cx).iter().collect();
        let mut drawn = SiteSet::new();
        for _ in 0..num.eval(cx).max(0) {
            if left.is_empty() {
                break;
            }
            let index = cx.rng.below(left.len() as i32);
            drawn.insert(left.remove(index as usize));
        }
        drawn
    }))
}
