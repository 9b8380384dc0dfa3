//! `(count Orthogonal [type] [in:region | at:int])`, `(count Adjacent ..)`, `(count Diagonal ..)`, `(count Off ..)`,
//! `(count Neighbours ..)`: how many neighbours of a kind a site has.
//!
//! Only the lowest site of a region counts; the last move's `to` by default. `Neighbours` are those of any kind. -1 for
//! a site beyond the board; a negative site and an empty region are errors. An edge's neighbours are the edges at its two
//! ends, itself counted at both; it has none of kind `Diagonal` or `Off`. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("count", "Adjacent", adjacent).may_fail(),
    Row::int("count", "Diagonal", diagonal).may_fail(),
    Row::int("count", "Neighbours", neighbours).may_fail(),
    Row::int("count", "Off", off).may_fail(),
    Row::int("count", "Orthogonal", orthogonal).may_fail(),
];

fn adjacent(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    count(Relation::Adjacent, call, lo)
}

fn diagonal(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    count(Relation::Diagonal, call, lo)
}

fn neighbours(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    count(Relation::All, call, lo)
}

fn off(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    count(Relation::OffDiagonal, call, lo)
}

fn orthogonal(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    count(Relation::Orthogonal, call, lo)
}

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
