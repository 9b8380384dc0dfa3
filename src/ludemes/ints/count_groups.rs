//! `(count Groups [type] [directions] [if:boolean] [min:int])`: how many groups of connected sites there are.
//!
//! The sites for which the condition holds with `to` set, connected by steps in the directions (`Adjacent` by default);
//! without a condition, the occupied sites, whoever owns what stands there. Groups of fewer than `min:` sites do not
//! count. In a deduction puzzle a group begins at a site that has a value. `from` is left alone. (Ludii 1.3.12's
//! behaviour.)

use super::group::Growth;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("count", "Groups", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let growth = Growth::read(call, lo)?;
    let condition = lo.bool_opt(call, "if")?;
    let min = lo.int_or(call, "min", 0)?;
    let puzzle = lo.features.puzzle;
    let uses =
        growth.uses() | min.uses | condition.as_ref().map_or(Uses::BOARD, |c| c.uses.without(Uses::TO) | Uses::BOARD);
    let count = Expr::new(uses, move |cx| {
        let min = min.eval(cx);
        cx.charge(growth.sites() as u64 / 2);
        let holding = match &condition {
            Some(condition) => growth.sites_where(cx, condition).unwrap_or_else(|| asked(cx, &growth, condition)),
            None => growth.occupied(cx),
        };
        let mut groups = 0;
        let mut see = |size: usize| groups += i32::from(size as i32 >= min);
        if growth.groups_within(cx, &holding, |group| see(group.len())).is_none() {
            let mut seen = SiteSet::below(growth.sites() as usize);
            seen.subtract(&holding);
            for site in &holding {
                if !seen.contains(site) && (!puzzle || cx.state.is_occupied(growth.t, site)) {
                    see(growth.grow(cx, site, &mut seen, |_, _| true).len());
                }
            }
        }
        groups
    });
    Ok(lo.keep(call, count))
}

/// The sites for which a condition holds, asked one by one.
fn asked(cx: &mut Cx, growth: &Growth, condition: &BoolExpr) -> SiteSet {
    let saved = cx.it.to;
    let holds = |cx: &mut Cx, site: i32| {
        cx.it.to = site;
        condition.eval(cx)
    };
    let sites = (0..growth.sites()).filter(|&site| holds(cx, site)).collect();
    cx.it.to = saved;
    sites
}
