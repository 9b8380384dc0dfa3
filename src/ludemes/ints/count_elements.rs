//! `(count Cells)`, `(count Edges)`, `(count Vertices)`: how many elements the board has, whatever it is played on.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::int("count", "Cells", cells), Row::int("count", "Edges", edges), Row::int("count", "Vertices", vertices)];

fn cells(_: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::constant(lo.board().len(SiteType::Cell) as i32))
}

fn edges(_: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::constant(lo.board().len(SiteType::Edge) as i32))
}

fn vertices(_: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::constant(lo.board().len(SiteType::Vertex) as i32))
}
