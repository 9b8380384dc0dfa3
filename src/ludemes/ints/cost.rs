//! `(cost [type] at:site | in:region)`: the sum of the costs that the start rules gave to sites.
//!
//! Cells unless a type is given, whatever the board is played on; 0 where none was set. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("cost", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = call.word("type").and_then(SiteType::parse).unwrap_or(SiteType::Cell);
    let sites = lo.sites_arg(lo.one_of(call, &["at", "in"], "`(cost ..)` needs a site or a region")?)?;
    // Costs change in the start rules, which count among everything else of the state.
    Ok(sites.with(Uses::OTHER, move |cx, sites| sites.iter().map(|&site| cx.cost(t, site)).fold(0, i32::wrapping_add)))
}
