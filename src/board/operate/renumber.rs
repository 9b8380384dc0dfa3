//! `renumber`: numbers by position.

use crate::board::{Graph, SiteType};

/// Numbers the named kinds by position, all of them when none is named.
pub fn renumber(mut graph: Graph, kinds: &[SiteType]) -> Graph {
    let kinds = if kinds.is_empty() { &SiteType::ALL } else { kinds };
    for &kind in kinds {
        graph.reorder_kind(kind);
    }
    graph
}
