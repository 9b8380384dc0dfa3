//! `(is Within int [type] [at:int | in:region])`: a component stands on one of the sites, the last move's `to` by
//! default. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::sites_or_last_to;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Within", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.site_type(call, "type");
    let component = lo.int(call, "what")?;
    let sites = sites_or_last_to(call, lo)?;
    lo.reads_lists = true;
    Ok(Expr::new(component.uses | sites.uses | Uses::BOARD, move |cx| {
        let Some(component) = usize::try_from(component.eval(cx)).ok().filter(|&c| c > 0) else {
            return false;
        };
        let sites = sites.eval(cx);
        cx.state.standings(component).iter().any(|standing| standing.t == t && sites.contains(&standing.site))
    }))
}
