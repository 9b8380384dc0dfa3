//! `(is Loop [type] [surround:role | surround:{role ..}] [directions] [colour] [start | region])`: a ring of pieces
//! encloses an area.
//!
//! How it is found: see [`crate::ludemes::ints::loops`]. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::loops::LoopSearch;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Loop", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let search = LoopSearch::read(call, lo)?;
    Ok(Expr::new(search.uses, move |cx| search.find(cx).is_some()))
}
