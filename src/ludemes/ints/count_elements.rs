//! `(count Cells)`, `(count Edges)`, `(count Vertices)`, `(count Rows [type])`, `(count Columns [type])`: how many
//! elements, rows and columns the board has, whatever it is played on. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("count", "Cells", |_, lo| Ok(elements(SiteType::Cell, lo))),
    Row::int("count", "Columns", |call, lo| {
        Ok(Expr::constant(lo.board().column_count(lo.site_type(call, "type")) as i32))
    }),
    Row::int("count", "Edges", |_, lo| Ok(elements(SiteType::Edge, lo))),
    Row::int("count", "Rows", |call, lo| Ok(Expr::constant(lo.board().row_count(lo.site_type(call, "type")) as i32))),
    Row::int("count", "Vertices", |_, lo| Ok(elements(SiteType::Vertex, lo))),
];

fn elements(t: SiteType, lo: &Lowering) -> IntExpr {
    Expr::constant(lo.board().len(t) as i32)
}
