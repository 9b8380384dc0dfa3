//! `(size Array array)`, `(size Stack [type] [in:region|at:int])`, `(size LargePiece [type] in:region|at:int)`.
//!
//! The length of an array; the sum of the heights of the stacks on the sites (the last move's `to` by default), 0 in a
//! game without stacks; the number of sites covered by the pieces on the sites, a large piece counting as if it lay on
//! the first centre cell in state 0, wherever it lies. (Ludii 1.3.12's behaviour.)

use crate::board::NamedSet;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("size", "Array", array),
    Row::int("size", "Stack", stack).requires(|needs, _| needs.features.stacking = true),
    Row::int("size", "LargePiece", large_piece),
];

fn array(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(super::map1(lo.ints(call, "array")?, |array| array.len() as i32))
}

fn stack(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let sites = super::sites_or_last_to(call, lo)?;
    if !lo.features.stacking {
        return Ok(Expr::constant(0));
    }
    // Hands are found whatever their type is, which a number of pieces does not.
    if lo.equipment.layout.containers() == 1
        && let Some(height) = super::count_at::on_one(call, t, lo)?
    {
        return Ok(height);
    }
    Ok(sites.with(Uses::BOARD, move |cx, sites| sites.iter().map(|&site| cx.state.height(t, site)).sum()))
}

fn large_piece(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let sites = super::sites_or_last_to(call, lo)?;
    let centre = lo.board().named(SiteType::Cell, NamedSet::Centre).first().map_or(-1, |&cell| cell as i32);
    Ok(sites.with(Uses::BOARD, move |cx, sites| {
        let size = |what: i32| match cx.game.equipment.placements(what) {
            Some(placements) => placements.cells(centre, 0).len() as i32,
            None => i32::from(what != 0),
        };
        sites.iter().map(|&site| size(cx.state.what(t, site))).sum()
    }))
}
