//! `(board graph [tracks] [use:type])`: the board.
//!
//! `use:` says which elements a bare site number means, Cell by default, and is passed down to the graph, whose
//! construction depends on it. (Ludii 1.3.12's behaviour.)
//!
//! `(boardless tiling [size])`: a large field of cells. `(mancalaBoard rows columns [tracks])`: pits, which are
//! vertices.

use crate::board::Options;
use crate::ludemes::graphs::{boardless_graph, mancala_graph};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::part("item", "board", "").requires(|needs, call| needs.default_type = default_type(call)),
    Row::part("item", "boardless", "").requires(|needs, _| needs.features.boardless = true),
    Row::part("item", "mancalaBoard", "").requires(|needs, _| needs.default_type = SiteType::Vertex),
];

fn default_type(call: &Ludeme) -> SiteType {
    call.word("use").and_then(SiteType::parse).unwrap_or(SiteType::Cell)
}

/// Builds and measures the board.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Topology> {
    match call.form.head {
        "board" => {}
        "boardless" => {
            let graph = boardless_graph(call, lo)?;
            return Ok(Topology::new(graph, SiteType::Cell, Options { boardless: true, layered: false }));
        }
        "mancalaBoard" => {
            let graph = mancala_graph(call, lo)?;
            return Ok(Topology::new(
                graph,
                SiteType::Vertex,
                Options { boardless: false, layered: lo.features.layered },
            ));
        }
        "surakartaBoard" => return super::surakarta::board(call, lo),
        head => return lo.unsupported(&call.origin, format_args!("`({head} ..)`")),
    }
    let default = default_type(call);
    lo.build = default;
    let graph = lo.graph(call, "graphFn")?;
    Ok(Topology::new(graph, default, Options { boardless: false, layered: lo.features.layered }))
}
