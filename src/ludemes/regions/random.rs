//! `(sites Random [region] [num:int])`: so many different sites of a region (of the empty cells), drawn at random.
//!
//! Each draw is from the whole region, ascending; one that brings a site again is repeated. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::region("sites", "Random", lower).draws().requires(|needs, _| needs.features.stochastic = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let cells = || Expr::new(Uses::BOARD, |cx: &mut Cx| cx.state.empty_sites(SiteType::Cell).clone());
    let region = lo.region_opt(call, "region")?.unwrap_or_else(cells);
    let num = lo.int_or(call, "num", 1)?;
    Ok(Expr::new(Uses::VOLATILE | region.uses | num.uses, move |cx| {
        let sites: Vec<i32> = region.eval(cx).iter().collect();
        let wanted = usize::try_from(num.eval(cx)).unwrap_or(0).min(sites.len());
        let mut drawn = SiteSet::new();
        while drawn.len() < wanted && cx.spend(1) {
            drawn.insert(sites[cx.rng.index(sites.len())]);
        }
        drawn
    }))
}
