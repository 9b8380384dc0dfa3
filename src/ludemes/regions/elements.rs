//! `(sites Cell [type] [index])`, `(sites Edge [type] [index])`: the vertices of a cell, the ends of an edge.
//!
//! A number that is negative or beyond the last gives nothing.

use super::set_of;
use crate::ludemes::ints::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Cell", cell), Row::region("sites", "Edge", edge)];

fn cell(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let index = lo.int_or(call, "index", -1)?;
    let board = lo.board();
    Ok(map1(index, move |i| usize::try_from(i).map_or_else(|_| SiteSet::new(), |i| set_of(board.cell_vertices(i)))))
}

fn edge(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let index = lo.int_or(call, "index", -1)?;
    let board = lo.board();
    Ok(map1(index, move |i| {
        let ends = usize::try_from(i).ok().and_then(|i| board.edge_ends(i));
        ends.map_or_else(SiteSet::new, |(a, b)| set_of(&[a, b]))
    }))
}
