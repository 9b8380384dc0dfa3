//! `(count Stack [FromBottom|FromTop] [type] at:int|to:region [if:boolean] [stop:boolean])`: how many levels satisfy a
//! condition.
//!
//! On each occupied site the levels are walked from the bottom (or the top) with `to` the site and `level` the level,
//! up to the first for which `stop:` holds; those for which `if:` holds count. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::int("count", "Stack", lower).requires(|needs, _| needs.features.stacking = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let from_top = call.word("stackDirection") == Some("FromTop");
    let sites = lo.sites_arg(lo.one_of(call, &["at", "to"], "`(count Stack ..)` needs sites")?)?;
    let condition = lo.bool_or(call, "if", true)?;
    let stop = lo.bool_or(call, "stop", false)?;
    let free = (condition.uses | stop.uses).without(Uses::TO | Uses::LEVEL);
    Ok(sites.with(free | Uses::BOARD, move |cx, sites| {
        let saved = (cx.it.to, cx.it.level);
        let mut count = 0;
        for site in sites {
            let height = cx.state.height(t, site);
            cx.it.to = site;
            for step in 0..height {
                cx.it.level = if from_top { height - 1 - step } else { step };
                if stop.eval(cx) {
                    break;
                }
                count += i32::from(condition.eval(cx));
            }
        }
        (cx.it.to, cx.it.level) = saved;
        count
    }))
}
