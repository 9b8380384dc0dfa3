//! `layers`: copies of a graph above each other.

use crate::board::error::{at_least, bound};
use crate::board::{BoardError, Graph};

/// Copies at heights 0, 1, …, each vertex linked to its copy below.
///
/// # Errors
/// When there is no layer or the board becomes too large.
pub fn layers(count: i32, graph: &Graph) -> Result<Graph, BoardError> {
    let count = at_least("the number of layers", count, 1)? as u64;
    let links = (graph.edges.len() + graph.vertices.len()) as u64;
    bound(count.saturating_mul(links))?;
    let mut all = Graph::new();
    let n = graph.vertices.len() as u32;
    for layer in 0..count as u32 {
        let mut copy = graph.clone();
        copy.transform(|p| [p[0], p[1], p[2] + f64::from(layer)]);
        all.append(copy);
        if layer > 0 {
            for v in 0..n {
                all.force_link((layer - 1) * n + v, layer * n + v, false);
            }
        }
    }
    all.reorder();
    Ok(all)
}
