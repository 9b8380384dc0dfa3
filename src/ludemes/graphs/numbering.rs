//! `(renumber [type ..] graph)`: numbers by position, of the types named or of all.
//!
//! `(recoordinate ..)` does nothing. (Ludii 1.3.12's behaviour.)

use crate::board::{Graph, operate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::graph("renumber", "", renumber), Row::graph("recoordinate", "", |call, lo| lo.graph(call, "graph"))];

fn renumber(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let graph = lo.graph(call, "graph")?;
    let words = ["siteTypeA", "siteTypeB", "siteTypeC"].into_iter().filter_map(|slot| call.word(slot));
    let kinds: Vec<SiteType> = words.filter_map(SiteType::parse).collect();
    Ok(operate::renumber(graph, &kinds))
}
