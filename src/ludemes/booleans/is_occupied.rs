//! `(is Empty [type] int)`, `(is Occupied [type] int)`: nothing, or something, stands on a site.
//!
//! Both are False for a negative or unknown site; sites of hands are found whatever the type. (Ludii 1.3.12's
//! behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Empty", empty), Row::boolean("is", "Occupied", occupied)];

fn empty(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int(call, "at")?;
    let view = View::of_place(&site, |variable| {
        let sites = Expr::stored(Uses::BOARD, move |cx| cx.state.empty_sites(t));
        View::Sites(Some(t), variable, sites.of_sites(Some(Occupancy::Empty)))
    });
    let uses = view::board_at(&site);
    let empty = site.with(uses, move |cx, site| cx.state.is_empty_site(t, site));
    Ok(empty.seen_as(view))
}

fn occupied(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int(call, "at")?;
    // Where nothing can be counted on a site, or lie on it as a part of something large, it is empty or occupied.
    let view = View::of_place(&site, |variable| {
        let everywhere = SiteSet::below(lo.board().len(t));
        let region = Expr::new(Uses::BOARD, move |cx: &mut Cx| {
            let mut found = everywhere.clone();
            found.subtract(cx.state.empty_sites(t));
            found
        });
        View::Sites(Some(t), variable, region.of_sites(Some(Occupancy::Occupied)))
    });
    let view = view.filter(|_| lo.has_views() && !lo.features.counts);
    let uses = view::board_at(&site);
    let occupied = site.with(uses, move |cx, site| cx.state.is_occupied(t, site));
    Ok(occupied.seen_as(view))
}
