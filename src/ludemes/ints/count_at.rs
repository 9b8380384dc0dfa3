//! `(count [type] [in:region | at:int])`: how many pieces stand on the sites, the last move's `to` by default.
//!
//! The sum of the counts of the sites: 1 for an occupied site in a game without counts, the height in a stacking game.
//! Negative and unknown sites count nothing, nor do hands unless the type is `Cell`. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("count", "", lower).requires(|needs, _| needs.features.counts = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    if call.get("name").is_some() {
        return lo.unsupported(&call.origin, "`(count \"name\")`");
    }
    let t = lo.site_type(call, "type");
    if let Some(count) = on_one(call, t, lo)? {
        return Ok(count);
    }
    let sites = super::sites_or_last_to(call, lo)?;
    Ok(sites.with(Uses::BOARD, move |cx, sites| {
        sites.iter().map(|&site| cx.state.count(t, site)).fold(0, i32::wrapping_add)
    }))
}

/// How many pieces stand on a site, where one is given; for all sites at once where it is named by an iterator
/// variable.
pub(super) fn on_one(call: &Ludeme, t: SiteType, lo: &mut Lowering) -> Lowered<Option<IntExpr>> {
    let Some(site) = call.get("at").filter(|arg| call.get("in").is_none() && !lo.is_region(arg)) else {
        return Ok(None);
    };
    let site = lo.int_arg(site)?;
    let view = match site.view() {
        Some(View::Variable(variable)) if !lo.features.puzzle && !lo.equipment.has_large_pieces() => {
            Some(View::Count(t, *variable))
        }
        _ => None,
    };
    let count = site.with(Uses::BOARD, move |cx, site| cx.state.count(t, site));
    Ok(Some(count.seen_as(view)))
}
