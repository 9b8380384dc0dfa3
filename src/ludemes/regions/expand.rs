//! `(expand region [steps:int] [direction] [type])`, `(expand origin:int ..)`: a region and everything within so many
//! steps of it.
//!
//! Each round adds the neighbours (`Adjacent`, or in the direction given) of all sites found so far; one round by
//! default, none for `steps:` below 1. (Ludii 1.3.12's behaviour.)

use super::neighbourhood::Neighbourhood;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("expand", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    on_the_board(call, lo)?;
    let t = lo.site_type(call, "type");
    let place = lo.one_of(call, &["region", "origin"], "`(expand ..)` needs a region or a site")?;
    let start = lo.region_or_site_arg(place)?;
    let steps = lo.int_or(call, "steps", 1)?;
    let direction = call.word("dirn").and_then(Direction::parse).unwrap_or(Direction::Adjacent);
    let near = Neighbourhood::new(lo.board(), t, direction);
    if let (Some(start), Some(&steps)) = (start.as_constant(), steps.as_constant()) {
        return Ok(Expr::constant(expanded(start.clone(), steps, &near, |_| true)));
    }
    let uses = start.uses | steps.uses;
    let region = Expr::new(uses, move |cx| {
        let (start, steps) = (start.eval(cx), steps.eval(cx));
        expanded(start, steps, &near, |work| cx.spend(work))
    });
    Ok(lo.keep(call, region))
}

/// A set of sites with all that is so many steps away at most, as far as the work may be spent.
fn expanded(mut all: SiteSet, steps: i32, near: &Neighbourhood, mut spend: impl FnMut(u64) -> bool) -> SiteSet {
    let (mut rim, mut left) = (all.clone(), steps);
    while left > 0 && !rim.is_empty() && spend(rim.len() as u64 + 4 * all.work()) {
        let mut next = SiteSet::new().widened(near.sites());
        for site in &rim {
            near.add_to(&mut next, site);
        }
        next.subtract(&all);
        all.union_with(&next);
        rim = next;
        left -= 1;
    }
    all
}

/// Only the board has neighbours; a container, if one is named, must be it.
fn on_the_board(call: &Ludeme, lo: &mut Lowering) -> Lowered<()> {
    let number = lo.int_opt(call, "containerIdFn")?;
    let other = number.is_some_and(|number| number.as_constant() != Some(&0))
        || call.text("containerName").is_some_and(|name| **name != *lo.equipment.containers[0].name);
    if other { lo.unsupported(&call.origin, "`(expand ..)` in another container than the board") } else { Ok(()) }
}
