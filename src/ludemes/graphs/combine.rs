//! `(merge graph graph [connect:boolean])`, `(union ..)`, `(intersect ..)`, also of lists: graphs joined or compared.
//!
//! `merge` unites vertices at the same place, `union` keeps all apart, `intersect` keeps what all have.

use super::built;
use crate::board::{Graph, operate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::graph("merge", "", |call, lo| {
        let graphs = graphs(call, lo)?;
        built(call, lo, operate::merge(graphs, call.flag("connect", false)))
    }),
    Row::graph("union", "", |call, lo| {
        let graphs = graphs(call, lo)?;
        built(call, lo, operate::union(graphs, call.flag("connect", false)))
    }),
    Row::graph("intersect", "", |call, lo| Ok(operate::intersect(&graphs(call, lo)?))),
];

fn graphs(call: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<Graph>> {
    if let Some(list) = call.get("graphs") {
        return list.each().iter().map(|graph| lo.graph_arg(graph)).collect();
    }
    Ok(vec![lo.graph(call, "graphA")?, lo.graph(call, "graphB")?])
}
