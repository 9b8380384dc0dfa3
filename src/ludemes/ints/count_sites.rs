//! `(count Sites in:region)`, `(count Sites at:int)`, `(count Sites "container")`, `(count Sites)`: how many sites
//! there are in a region, or in a container given by number or name.
//!
//! Without arguments, 1 if the last move has a `to`, else 0. A container that does not exist is an error.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::int("count", "Sites", lower).may_fail_unless(|call, _| call.get("at").is_none())];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    if let Some(region) = lo.region_opt(call, "in")? {
        let everywhere = lo.most_sites(None);
        let numbers = view::neighbours_in(&region, Uses::NONE, move |_| SiteSet::below(everywhere));
        let numbers = numbers.map(|(t, variable, numbers)| View::Numbers(t, variable, lo.keep(call, numbers)));
        return Ok(match numbers {
            Some(_) => Expr::new(region.uses, move |cx| region.look(cx, SiteSet::len) as i32).seen_as(numbers),
            None => super::map1(region, |region| region.len() as i32),
        });
    }
    let sizes: Vec<i32> = (0..lo.equipment.layout.containers())
        .map(|container| lo.equipment.layout.stretch(container).map_or(0, |stretch| stretch.len))
        .collect();
    if let Some(name) = call.text("name") {
        let container = lo.container(name, &call.origin)?;
        return Ok(Expr::constant(sizes.get(container).copied().unwrap_or(0)));
    }
    let Some(at) = lo.int_opt(call, "at")? else {
        return Ok(Expr::new(Uses::HISTORY, |cx| i32::from(cx.last().is_some_and(|m| m.to >= 0))));
    };
    Ok(at.with(Uses::NONE, move |cx, container| {
        match usize::try_from(container).ok().and_then(|container| sizes.get(container)) {
            Some(&size) => size,
            None => {
                cx.fail(Fault::NoSuchContainer(container));
                0
            }
        }
    }))
}
