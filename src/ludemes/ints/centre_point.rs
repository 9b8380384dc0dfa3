//! `(centrePoint [type])`: the first site of the board's centre. (Ludii 1.3.12's behaviour.)

use crate::board::NamedSet;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("centrePoint", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    Ok(Expr::constant(lo.board().named(t, NamedSet::Centre).first().map_or(-1, |&site| site as i32)))
}
