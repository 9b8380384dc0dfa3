//! Boards of the library: the only thing the baselines take from it.

use super::graph::Graph;
use ludemic::board::{Direction, NamedSet, Relation, Topology};

impl From<&Topology> for Graph {
    fn from(board: &Topology) -> Self {
        let t = board.default_type();
        let sites = board.len(t);
        let wide = |list: &[u32]| list.iter().map(|&site| site as usize).collect::<Vec<_>>();
        let links = |relation| (0..sites).map(|site| wide(board.neighbours(t, site, relation))).collect();
        let mut outer = vec![false; sites];
        for &site in board.named(t, NamedSet::Outer) {
            outer[site as usize] = true;
        }
        let place = |site| board.position(t, site).map_or((0.0, 0.0), |(x, y, _)| (x, y));
        let lines = |site| {
            let radials = board.radials(t, site, Direction::Adjacent);
            radials.iter().map(|radial| wide(&radial.path[1..])).collect()
        };
        Graph {
            at: (0..sites).map(place).collect(),
            adjacent: links(Relation::Adjacent),
            orthogonal: links(Relation::Orthogonal),
            all: links(Relation::All),
            outer,
            lines: (0..sites).map(lines).collect(),
        }
    }
}
