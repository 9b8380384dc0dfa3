//! `(sites Group [type] (at:int | from:region) [directions] [if:boolean])`: the group of a site, or of all sites of a
//! region.
//!
//! Without a condition a group is what is connected (by steps in the directions, `Adjacent` by default) to the start
//! and holds the same component; an empty start gives its empty area. With one, `from` is the start and `to` the tested
//! site, and a start that fails gives nothing. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::group::Growth;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Group", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let starts = lo.sites_arg(lo.one_of(call, &["at", "from"], "`(sites Group ..)` needs `at:` or `from:`")?)?;
    let growth = Growth::read(call, lo)?;
    let condition = lo.bool_opt(call, "if")?;
    let inner = condition.as_ref().map_or(Uses::BOARD, |c| c.uses.without(Uses::FROM | Uses::TO));
    let uses = starts.uses | growth.uses() | inner;
    let region = Expr::new(uses, move |cx| {
        let mut all = SiteSet::new();
        let saved = (cx.it.from, cx.it.to);
        for start in starts.eval(cx) {
            // Groups of equal components are the same from each of their sites; a condition may look at the start.
            if start >= growth.sites() || (condition.is_none() && all.contains(start)) {
                continue;
            }
            (cx.it.from, cx.it.to) = (start, start);
            if let Some(group) = growth.known_group(cx, start, condition.as_ref()) {
                all.union_with(&group);
                continue;
            }
            let what = cx.state.what(growth.t, start);
            let belongs = |cx: &mut Cx, to: i32| match &condition {
                Some(condition) => {
                    cx.it.to = to;
                    condition.eval(cx)
                }
                None => cx.state.what(growth.t, to) == what,
            };
            if belongs(cx, start) {
                let mut group = SiteSet::new();
                growth.grow(cx, start, &mut group, belongs);
                all.union_with(&group);
            }
        }
        (cx.it.from, cx.it.to) = saved;
        all
    });
    Ok(lo.keep(call, region))
}
