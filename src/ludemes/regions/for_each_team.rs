//! `(forEach Team region)`: the union of a region over the teams, with `team` set to the members of each.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("forEach", "Team", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let region = lo.region(call, "region")?;
    Ok(Expr::new(region.uses | Uses::TURN, move |cx| {
        let mut found = SiteSet::new();
        cx.each_team(|cx| {
            found.union_with(&region.eval(cx));
            true
        });
        found
    }))
}
