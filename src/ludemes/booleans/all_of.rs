//! `(all Sites region if:boolean)`, `(all Different region if:boolean)`, `(all Values array if:boolean)`: a condition
//! holds for all.
//!
//! Sites are taken in ascending order with `site` set, up to the first failure; for `Different`, no two sites may hold
//! the same component either (two empty sites do). Values are taken with `value` set. Nothing satisfies everything.
//! (Ludii 1.3.12's behaviour outside deduction puzzles.)

use crate::ludemes::prelude::*;

/// Fewer sites are asked about one by one.
const FEW: usize = 3;

pub(super) const ROWS: &[Row] = &[
    Row::boolean("all", "Sites", sites).binds_site(),
    Row::boolean("all", "Different", different).binds_site().requires(|needs, call| {
        needs.features.puzzle |= call.get("if").is_none();
    }),
    Row::boolean("all", "Values", values),
];

fn sites(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let (region, condition) = (lo.region(call, "region")?, lo.boolean(call, "if")?);
    let t = lo.default_type();
    let sites = lo.board().len(t);
    let at_once = lo.skips(call) && condition.on_sites_while(t, Uses::SITE, Uses::NONE).is_some();
    Ok(region.with(condition.uses.without(Uses::SITE), move |cx, region| {
        let saved = cx.it.site;
        let mut sites_left = region.iter();
        let holds_at = |cx: &mut Cx, site: i32| {
            cx.it.site = site;
            condition.eval(cx)
        };
        // Where it does not hold for all, it seldom does for the first one, and to ask about that takes less than to
        // find a set.
        let first = sites_left.next().is_none_or(|site| holds_at(cx, site));
        cx.it.site = saved;
        if !first {
            return false;
        }
        if at_once
            && region.len() >= FEW
            && region.ends_below(sites)
            && let Some(holds) = condition.on_sites_while(t, Uses::SITE, Uses::NONE)
        {
            return holds.look(cx, |holds| region.is_subset_of(holds));
        }
        let holds = sites_left.all(|site| holds_at(cx, site));
        cx.it.site = saved;
        holds
    }))
}

fn different(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    if call.get("if").is_none() {
        return crate::ludemes::puzzle::all_different::lower(call, lo);
    }
    let (region, condition) = (lo.region(call, "region")?, lo.boolean(call, "if")?);
    let t = lo.default_type();
    Ok(region.with(condition.uses.without(Uses::SITE) | Uses::BOARD, move |cx, region| {
        let saved = cx.it.site;
        let mut seen = SiteSet::new();
        let holds = region.iter().all(|site| {
            cx.it.site = site;
            let what = cx.state.what(t, site);
            let fresh = !seen.contains(what);
            seen.insert(what);
            fresh && condition.eval(cx)
        });
        cx.it.site = saved;
        holds
    }))
}

fn values(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let (array, condition) = (lo.ints(call, "array")?, lo.boolean(call, "if")?);
    Ok(array.with(condition.uses.without(Uses::VALUE), move |cx, array| {
        let saved = cx.it.value;
        let holds = array.into_iter().all(|value| {
            cx.it.value = value;
            condition.eval(cx)
        });
        cx.it.value = saved;
        holds
    }))
}
