//! `(count Groups [type] [directions] [if:boolean] [min:int])`: how many groups of connected sites there are.
//!
//! The sites for which the condition holds with `to` set, connected by steps in the directions (`Adjacent` by default);
//! without a condition, the occupied sites, whoever owns what stands there. Groups of fewer than `min:` sites do not
//! count. In a deduction puzzle a group begins at a site that has a value. `from` is left alone. (Ludii 1.3.12's behaviour.)

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
        let known = match &condition {
            Some(condition) => growth.sites_where(cx, condition),
            None => growth.occupied(cx),
        };
        if let Some(sites) = known {
            let mut groups = 0;
            cx.charge(growth.sites() as u64 / 2);
            if growth.groups_within(cx, sites, |group| groups += i32::from(group.len() as i32 >= min)).is_some() {
                return groups;
            }
        }
        if condition.is_none() && !puzzle {
            let standing = |cx: &Cx, site| cx.state.is_occupied(growth.t, site);
            let mut sites = SiteSet::below(growth.sites() as usize);
            sites.subtract(cx.state.empty_sites(growth.t));
            let (mut seen, mut groups) = (SiteSet::new(), 0);
            for site in &sites {
                if !seen.contains(site) && standing(cx, site) {
                    let group = growth.grow(cx, site, &mut seen, |cx, site| standing(cx, site));
                    groups += i32::from(group.len() as i32 >= min);
                }
            }
            return groups;
        }
        let mut candidates = Vec::new();
        let mut outside = SiteSet::new();
        cx.charge(growth.sites() as u64 / 2);
        let saved = cx.it.to;
        for site in 0..growth.sites() {
            cx.it.to = site;
            let holds = match &condition {
                Some(condition) => condition.eval(cx),
                None => cx.state.is_occupied(growth.t, site),
            };
            if holds && (!puzzle || cx.state.is_occupied(growth.t, site)) {
                candidates.push(site);
            }
            if !holds {
                outside.insert(site);
            }
        }
        cx.it.to = saved;
        let mut seen = outside;
        let mut groups = 0;
        for site in candidates {
            if !seen.contains(site) && growth.grow(cx, site, &mut seen, |_, _| true).len() as i32 >= min {
                groups += 1;
            }
        }
        groups
    });
    Ok(lo.keep(call, count))
}
