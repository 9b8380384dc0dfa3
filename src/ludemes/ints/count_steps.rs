//! `(count Steps [type] [relation] [(step ..)] [newRotation:int] from to)`: the least number of steps to a site or region.
//!
//! A negative start and an empty target give 0, in this order. Without a `(step ..)`, the distance in the board's one
//! table of distances, whose relation is the first of Adjacent, All, OffDiagonal, Diagonal, Orthogonal that occurs in
//! the description; sites that cannot be reached have distance 0 there. With one, the relation is ignored, a start off
//! the board or a target wholly off it gives `Infinity`, a start that is a target gives 0, and else the search of
//! [`super::step_search`] decides, `Infinity` when it does not arrive. (Ludii 1.3.12's behaviour.)
//!
//! Differences: `newRotation:` is carried out only where the directions do not depend on a facing, and so has no effect.

use super::step_search::StepSearch;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("count", "Steps", lower)];

/// The language's `Infinity`.
pub(crate) const INFINITY: i32 = 1_000_000_000;

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let from = lo.int(call, "site1")?;
    let to = target(call, lo)?;
    let Some(step) = call.get("stepMove") else { return table(t, from, to, lo) };
    let search = StepSearch::new(step, t, lo)?;
    if call.get("newRotation").is_some() && !search.is_absolute() {
        return lo.unsupported(&call.origin, "`newRotation:` with directions that depend on a facing");
    }
    let n = lo.board().len(t) as i32;
    Ok(Expr::new(from.uses | to.uses | search.uses(), move |cx| {
        let from = from.eval(cx);
        if from < 0 {
            return 0;
        }
        let to = to.eval(cx);
        if to.is_empty() {
            return 0;
        }
        if from >= n || to.iter().all(|&site| site >= n) {
            return INFINITY;
        }
        if to.contains(&from) {
            return 0;
        }
        let distances = search.distances(cx, from);
        let reached = to.iter().filter_map(|&site| distances.get(site as usize)).filter(|&&steps| steps > 0);
        reached.min().copied().unwrap_or(INFINITY)
    }))
}

/// The target sites, shared rather than copied while they stay the same.
fn target(call: &Ludeme, lo: &mut Lowering) -> Lowered<Expr<Arc<[i32]>>> {
    let sites = match lo.sites_opt(call, "site2")? {
        Some(site) => site,
        None => match lo.sites_opt(call, "region2")? {
            Some(region) => region,
            None => return lo.wrong(&call.origin, "`(count Steps ..)` needs a site or region to go to"),
        },
    };
    let shared = Expr::new(sites.uses, move |cx| Arc::from(sites.eval(cx).as_slice()));
    Ok(lo.keep(call, shared))
}

fn table(t: SiteType, from: IntExpr, to: Expr<Arc<[i32]>>, lo: &mut Lowering) -> Lowered<IntExpr> {
    let board = lo.board();
    let relation = lo.features.distance.unwrap_or(Relation::Adjacent);
    Ok(Expr::new(from.uses | to.uses, move |cx| {
        let from = from.eval(cx);
        if from < 0 {
            return 0;
        }
        let to = to.eval(cx);
        to.iter().map(|&to| board.distance(t, relation, from as usize, to as usize)).min().unwrap_or(0)
    }))
}
