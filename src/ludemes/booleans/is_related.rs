//! `(is Related relation [type] int int|region)`: a site is a neighbour of one of the others. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Related", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.site_type(call, "type");
    let relation = call.word("relationType").and_then(Relation::parse).unwrap_or(Relation::Adjacent);
    let board = lo.board();
    let site = lo.int(call, "siteA")?;
    let others = match lo.sites_opt(call, "siteB")? {
        Some(others) => others,
        None => match lo.sites_opt(call, "region")? {
            Some(others) => others,
            None => return lo.wrong(&call.origin, "`(is Related ..)` needs a second site"),
        },
    };
    Ok(Expr::new(site.uses | others.uses, move |cx| {
        let Ok(site) = u32::try_from(site.eval(cx)) else { return false };
        let others = others.eval(cx);
        others.iter().any(|&other| board.neighbours(t, other as usize, relation).contains(&site))
    }))
}
