//! `(count Orthogonal [type] [in:region | at:int])`, `(count Adjacent ..)`, `(count Diagonal ..)`, `(count Off ..)`,
//! `(count Neighbours ..)`: how many neighbours of a kind a site has.
//!
//! Only the lowest site of a region counts; the last move's `to` by default. `Neighbours` are those of any kind. -1 for
//! a site beyond the board; a negative site and an empty region are errors. An edge's neighbours are the edges at its
//! two ends, itself counted at both; it has none of kind `Diagonal` or `Off`. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("count", "Adjacent", |call, lo| count(Relation::Adjacent, call, lo)).may_fail(),
    Row::int("count", "Diagonal", |call, lo| count(Relation::Diagonal, call, lo)).may_fail(),
    Row::int("count", "Neighbours", |call, lo| count(Relation::All, call, lo)).may_fail(),
    Row::int("count", "Off", |call, lo| count(Relation::OffDiagonal, call, lo)).may_fail(),
    Row::int("count", "Orthogonal", |call, lo| count(Relation::Orthogonal, call, lo)).may_fail(),
];

fn count(relation: Relation, call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    if call.get("name").is_some() {
        return lo.unsupported(&call.origin, format_args!("`({})` of a container", call.form.title()));
    }
    let board = lo.board();
    let sites = super::sites_or_last_to(call, lo)?;
    Ok(Expr::new(sites.uses, move |cx| {
        let Some(&site) = sites.eval(cx).first() else {
            cx.fail(Fault::EmptyRegion(relation.name()));
            return -1;
        };
        let site = site as usize;
        if site >= board.len(t) {
            return -1;
        }
        board.neighbour_count(t, site, relation) as i32
    }))
}
