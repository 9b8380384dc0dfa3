//! `(count Cells)`, `(count Edges)`, `(count Vertices)`, `(count Rows [type])`, `(count Columns [type])`: how many
//! elements, rows and columns the board has, whatever it is played on. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("count", "Cells", cells),
    Row::int("count", "Columns", columns),
    Row::int("count", "Edges", edges),
    Row::int("count", "Rows", rows),
    Row::int("count", "Vertices", vertices),
];

fn cells(_: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::constant(lo.board().len(SiteType::Cell) as i32))
}

fn edges(_: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::constant(lo.board().len(SiteType::Edge) as i32))
}

fn vertices(_: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::constant(lo.board().len(SiteType::Vertex) as i32))
}

fn rows(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::constant(lo.board().row_count(lo.site_type(call, "type")) as i32))
}

fn columns(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::constant(lo.board().column_count(lo.site_type(call, "type")) as i32))
}
