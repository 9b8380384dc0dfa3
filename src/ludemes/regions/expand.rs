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
    let uses = start.uses | steps.uses;
    let region = Expr::new(uses, move |cx| {
        let mut all = start.eval(cx);
        let mut rim = all.clone();
        let mut left = steps.eval(cx);
        while left > 0 && !rim.is_empty() && cx.spend(rim.len() as u64 + 4 * all.work()) {
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
    });
    Ok(lo.keep(call, region))
}

/// Only the board has neighbours; a container, if one is named, must be it.
fn on_the_board(call: &Ludeme, lo: &mut Lowering) -> Lowered<()> {
    let number = lo.int_opt(call, "containerIdFn")?;
    let other = number.is_some_and(|number| number.as_constant() != Some(&0))
        || call.text("containerName").is_some_and(|name| **name != *lo.equipment.containers[0].name);
    if other { lo.unsupported(&call.origin, "`(expand ..)` in another container than the board") } else { Ok(()) }
}
