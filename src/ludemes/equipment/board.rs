//! `(board graph [tracks] [use:type])`: the board.
//!
//! `use:` says which elements a bare site number means, Cell by default, and is passed down to the graph, whose
//! construction depends on it. (Ludii 1.3.12's behaviour.)

use crate::board::Options;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("item", "board", "")];

/// Builds and measures the board.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Topology> {
    if call.form.head != "board" {
        return lo.unsupported(&call.origin, format_args!("`({} ..)`", call.form.head));
    }
    for name in ["values", "valuesArray"] {
        if let Some(arg) = call.get(name) {
            return lo.unsupported(&arg.origin, "a board with values, as deduction puzzles have");
        }
    }
    let default = call.word("use").and_then(SiteType::parse).unwrap_or(SiteType::Cell);
    lo.build = default;
    let graph = lo.graph(call, "graphFn")?;
    if graph.count(default) == 0 {
        return lo.wrong(&call.origin, format!("this board has no sites of type {}", default.name()));
    }
    Ok(Topology::new(graph, default, Options { boardless: false, layered: lo.features.layered }))
}
