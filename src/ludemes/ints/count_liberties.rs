//! `(count Liberties [type] [at:int] [directions] [if:boolean])`: how many empty sites touch a group.
//!
//! The group grows from the site (the last move's `to` by default) over sites with the same component for which the
//! condition holds, with `to` the tested site and `from` the start; the start must satisfy it too. Each empty site one
//! step from the group counts once. From an empty site the group is the empty area, and the result is 0. A site off the
//! board is an error. (Ludii 1.3.12's behaviour.)

use super::group::Growth;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("count", "Liberties", lower).may_fail_unless(super::is_at_last_to)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let growth = Growth::read(call, lo)?;
    let at = super::site_or_last_to(call, "at", lo)?;
    let condition = lo.bool_opt(call, "if")?;
    let free = condition.as_ref().map_or(Uses::NONE, |c| c.uses.without(Uses::FROM | Uses::TO));
    Ok(Expr::new(growth.uses() | at.uses | free | Uses::BOARD, move |cx| {
        let start = at.eval(cx);
        if !(0..growth.sites()).contains(&start) {
            cx.fail(Fault::NoSuchSite { ludeme: "count Liberties", site: start });
            return 0;
        }
        let group = super::size_group::component_group(cx, &growth, start, condition.as_ref());
        if cx.state.what(growth.t, start) == 0 {
            return 0;
        }
        if let Some(liberties) = growth.beside(&group, cx.state.empty_sites(growth.t)) {
            return liberties.len() as i32;
        }
        let mut liberties = SiteSet::new();
        for site in &group {
            growth.steps(cx, site, |cx, to| {
                if cx.state.is_empty_site(growth.t, to) {
                    liberties.insert(to);
                }
            });
        }
        liberties.len() as i32
    }))
}
