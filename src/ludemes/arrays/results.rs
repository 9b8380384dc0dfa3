//! `(results from:int|region to:int|region int)`: an integer for every pair of sites.
//!
//! The sites of `from:` are found once; for each, with `from` set, those of `to:` are found, and for each of these,
//! with `to` set, the integer. A negative site is no site. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::ints("results", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntsExpr> {
    let (Some(from), Some(to)) = (lo.sites_opt(call, "from")?, lo.sites_opt(call, "to")?) else {
        return lo.wrong(&call.origin, "`(results ..)` needs `from:` and `to:`");
    };
    let value = lo.int(call, "function")?;
    let uses = from.uses | to.uses.without(Uses::FROM) | value.uses.without(Uses::FROM | Uses::TO);
    let results = Expr::new(uses, move |cx| {
        let saved = (cx.it.from, cx.it.to);
        let mut results = Vec::new();
        for source in from.eval(cx) {
            cx.it.from = source;
            let targets = to.eval(cx);
            if !cx.spend(1 + targets.len() as u64) || !cx.hold(targets.len() * size_of::<i32>()) {
                break;
            }
            for target in targets {
                cx.it.to = target;
                results.push(value.eval(cx));
            }
        }
        (cx.it.from, cx.it.to) = saved;
        results
    });
    Ok(lo.keep(call, results))
}
