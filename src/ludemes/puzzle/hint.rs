//! `(hint)`, `(hint type at:site)`: the hint that is iterated over; the number of the first hint whose first site this
//! is.
//!
//! -1 where there is none. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("hint", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let Some(site) = lo.int_opt(call, "at")? else {
        return Ok(Expr::new(Uses::HINT, |cx| cx.it.hint));
    };
    let Some(t) = call.word("type").and_then(SiteType::parse) else {
        return lo.wrong(&call.origin, "`(hint at:..)` needs the type of the site");
    };
    let equipment = Arc::clone(&lo.equipment);
    let value = move |site: i32| {
        let hints = &equipment.puzzle.hints[t as usize];
        hints.iter().find(|hint| hint.sites.first() == Some(&site)).map_or(-1, |hint| hint.number())
    };
    Ok(crate::ludemes::ints::map1(site, value))
}
