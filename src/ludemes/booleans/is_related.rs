//! `(is Related relation [type] int int|region)`: a site is a neighbour of one of the others. (Ludii 1.3.12's
//! behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Related", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.site_type(call, "type");
    let relation = call.word("relationType").and_then(Relation::parse).unwrap_or(Relation::Adjacent);
    let site = lo.int(call, "siteA")?;
    let others = lo.one_of(call, &["siteB", "region"], "`(is Related ..)` needs a second site")?;
    let others = lo.region_or_site_arg(others)?;
    let board = lo.board();
    // By site, those that have it among their neighbours.
    let mut near = vec![SiteSet::new(); board.len(t)];
    for other in 0..board.len(t) {
        for &site in board.neighbours(t, other, relation) {
            near[site as usize].insert(other as i32);
        }
    }
    Ok(Expr::new(site.uses | others.uses, move |cx| {
        let near = usize::try_from(site.eval(cx)).ok().and_then(|site| near.get(site));
        near.is_some_and(|near| others.look(cx, |others| others.intersects(near)))
    }))
}
