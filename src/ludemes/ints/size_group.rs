//! `(size Group [type] at:int [directions] [if:boolean])`: the number of sites of a site's group.
//!
//! Without a condition, the connected sites with the same component as the site; an empty site's group is the empty
//! area. With one, the connected sites for which it holds, with `to` the tested site and `from` the start; 0 if it does
//! not hold for the start. A site off the board is an error. (Ludii 1.3.12's behaviour.)

use super::group::Growth;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("size", "Group", lower).may_fail_off_board()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let growth = Growth::read(call, lo)?;
    let at = lo.int(call, "at")?;
    let condition = lo.bool_opt(call, "if")?;
    let free = condition.as_ref().map_or(Uses::BOARD, |c| c.uses.without(Uses::FROM | Uses::TO));
    let size = at.with(growth.uses() | free, move |cx, start| {
        if !(0..growth.sites()).contains(&start) {
            cx.fail(Fault::NoSuchSite { ludeme: "size Group", site: start });
            return 0;
        }
        let group = match &condition {
            None => component_group(cx, &growth, start, None),
            Some(condition) => grow_where(cx, &growth, start, condition, None),
        };
        group.len() as i32
    });
    Ok(lo.keep(call, size))
}

/// The group of sites with the same component as the start, for which the condition holds as well.
pub(crate) fn component_group(cx: &mut Cx, growth: &Growth, start: i32, condition: Option<&BoolExpr>) -> SiteSet {
    let t = growth.t;
    let what = cx.state.piece(t, start, None).what;
    match condition {
        None => growth.known_group(cx, start, None).unwrap_or_else(|| {
            let mut group = SiteSet::new();
            growth.grow(cx, start, &mut group, |cx, site| cx.state.piece(t, site, None).what == what);
            group
        }),
        Some(condition) => grow_where(cx, growth, start, condition, Some(what)),
    }
}

/// The group of a start over sites where the condition holds, and the same component stands if one is given.
fn grow_where(cx: &mut Cx, growth: &Growth, start: i32, condition: &BoolExpr, what: Option<u16>) -> SiteSet {
    let t = growth.t;
    let saved = (cx.it.from, cx.it.to);
    (cx.it.from, cx.it.to) = (start, start);
    let known = match what {
        None => growth.known_group(cx, start, Some(condition)),
        Some(what) => growth.sites_where(cx, condition).and_then(|mut sites| {
            sites.intersect_with(cx.state.site_store(0, t)?.placed(usize::from(what))?);
            if sites.contains(start) { growth.group_within(cx, &sites, start) } else { Some(SiteSet::new()) }
        }),
    };
    let group = known.unwrap_or_else(|| {
        let mut group = SiteSet::new();
        if condition.eval(cx) {
            growth.grow(cx, start, &mut group, |cx, site| {
                cx.it.to = site;
                what.is_none_or(|what| cx.state.piece(t, site, None).what == what) && condition.eval(cx)
            });
        }
        group
    });
    (cx.it.from, cx.it.to) = saved;
    group
}
