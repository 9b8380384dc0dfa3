//! `(complete graph [eachCell:boolean])`: every vertex linked to every other, or only within each cell.

use super::built;
use crate::board::{Graph, operate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("complete", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let graph = lo.graph(call, "graph")?;
    built(call, lo, operate::complete(graph, call.flag("eachCell", false)))
}
