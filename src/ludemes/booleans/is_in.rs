//! `(is In [int | {int ..}] region|array)`: membership.
//!
//! Of the site, `(to)` by default, or of all the listed sites, an empty list being in everything. No negative site is
//! in a region; an array may hold -1. (Ludii 1.3.12's behaviour.)

use crate::engine::context::Iterators;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "In", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    if let Some(items) = call.items("sites") {
        let items = lo.int_args(items)?;
        let uses = uses_of(&items);
        if let Some(region) = lo.region_opt(call, "region")? {
            return Ok(region.with(uses, move |cx, region| items.iter().all(|item| region.contains(item.eval(cx)))));
        }
        let array = lo.ints(call, "array")?;
        return Ok(array.with(uses, move |cx, array| items.iter().all(|item| array.contains(&item.eval(cx)))));
    }
    let given = lo.int_opt(call, "site")?;
    let variable = match given.as_ref().map(IntExpr::view) {
        None => Some(Uses::TO),
        Some(Some(View::Variable(variable))) => Some(*variable),
        Some(_) => None,
    };
    let site = given.unwrap_or_else(|| Expr::new(Uses::TO, |cx: &mut Cx| cx.it.to));
    if let Some(region) = lo.region_opt(call, "region")? {
        // What is asked of one site is asked of others as a rule.
        let region = Arc::new(match call.part("region") {
            Some(part) => lo.keep_view(part, region),
            None => region,
        });
        let view = variable.map(|variable| {
            let sites = match region.as_constant() {
                Some(known) => Expr::constant(known.clone()),
                None => {
                    let region = Arc::clone(&region);
                    Expr::new(region.uses, move |cx: &mut Cx| region.eval(cx))
                }
            };
            View::Sites(None, variable, sites)
        });
        let uses = match (variable, region.span()) {
            (Some(_), Some(Span::Each)) => region.uses.here(),
            _ => region.uses,
        };
        if let (Some(variable), Some(known)) = (variable, region.as_constant()) {
            let (read, known) = (Iterators::reader(variable), known.clone());
            let test = Expr::new(site.uses, move |cx: &mut Cx| {
                cx.charge(1);
                known.contains(read(&cx.it))
            });
            return Ok(test.seen_as(view));
        }
        let test = site.with(uses, move |cx, site| site >= 0 && region.look(cx, |region| region.contains(site)));
        return Ok(test.seen_as(view));
    }
    let array = lo.ints(call, "array")?;
    Ok(site.with(array.uses, move |cx, site| array.eval(cx).contains(&site)))
}
