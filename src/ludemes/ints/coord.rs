//! `(coord [type] "B2")`, `(coord [type] row:int column:int)`: the site of a label, or of a row and column.
//!
//! The lowest such site; -1 if there is none. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("coord", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let board = lo.board();
    if let Some(label) = call.text("coordinate") {
        return Ok(Expr::constant(board.by_label(t, label).map_or(-1, |site| site as i32)));
    }
    let (row, column) = (lo.int(call, "row")?, lo.int(call, "column")?);
    Ok(Expr::new(row.uses | column.uses, move |cx| {
        let (row, column) = (row.eval(cx), column.eval(cx));
        cx.charge(board.len(t) as u64);
        let found = (0..board.len(t)).find(|&s| board.row(t, s) == Some(row) && board.column(t, s) == Some(column));
        found.map_or(-1, |site| site as i32)
    }))
}
