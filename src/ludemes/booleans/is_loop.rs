//! `(is Loop [type] [surround:role | {role ..}] [directions] [colour] [start | region])`: a ring of pieces
//! encloses an area.
//!
//! With `path:True`, where the start has a tile, whether its paths of the colour lead back to it
//! ([`crate::ludemes::ints::tile_paths`]). How a ring is found: see [`crate::ludemes::ints::loops`]. (Ludii 1.3.12's
//! behaviour.)

use crate::ludemes::ints::loops::LoopSearch;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Loop", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let search = LoopSearch::read(call, lo)?;
    let path = call.flag("path", false);
    Ok(Expr::new(search.uses, move |cx| {
        let closed = if path { search.closes_path(cx) } else { None };
        closed.unwrap_or_else(|| search.find(cx).is_some())
    }))
}
