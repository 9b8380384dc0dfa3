//! `(sites Loop [inside:boolean] [type] [surround:role | {role ..}] [directions] [colour] [start | region])`:
//! a ring of pieces that encloses an area, or with `inside:True` the area; nothing where there is none.
//!
//! How it is found: see [`crate::ludemes::ints::loops`]. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::loops::LoopSearch;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Loop", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let search = LoopSearch::read(call, lo)?;
    let inside = lo.bool_or(call, "inside", false)?;
    Ok(inside.with(search.uses, move |cx, inside| {
        search.find(cx).map(|found| if inside { found.inside } else { found.ring }).unwrap_or_default()
    }))
}
