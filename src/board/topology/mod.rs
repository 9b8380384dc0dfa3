//! The measured board: everything that can be asked about places once the graph is final.

mod answers;
mod centre;
mod compass;
mod corners;
mod distance;
mod outline;
mod phase;
mod radials;
mod situation;
mod steps;

pub(super) use outline::perimeters;
pub use radials::Radial;

use super::graph::Point;
use super::{Direction, Graph, NamedSet, SiteType};
use distance::Distances;
use radials::Lines;
use std::sync::OnceLock;
use steps::Links;

/// How a board is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// The board of `boardless`: layers and the clean-up of repeated labels are skipped (Ludii 1.3.12).
    pub boardless: bool,
    /// The game uses the `layer` ludeme: rows and columns are those of the clean-up.
    pub layered: bool,
}

/// The names of the sides, in the order in which they are stored.
const SIDES: [Direction; 8] = {
    use Direction::{E, N, NE, NW, S, SE, SW, W};
    [E, NE, N, NW, W, SW, S, SE]
};

/// The number of phase sets.
const PHASES: usize = 6;

/// What measuring finds out about one kind of element.
#[derive(Debug, Default)]
struct Kind {
    at: Vec<Point>,
    sets: [Vec<u32>; NamedSet::COUNT],
    sides: [Vec<u32>; SIDES.len()],
    phases: [Vec<u32>; PHASES],
    phase: Vec<i32>,
    row: Vec<i32>,
    column: Vec<i32>,
    layer: Vec<i32>,
    rows: Vec<Vec<u32>>,
    columns: Vec<Vec<u32>>,
    layers: Vec<Vec<u32>>,
    labels: Vec<String>,
}

/// A final graph and its measurements: numbers, sets, rows, labels, neighbours, directions, lines, distances.
///
/// Steps, lines and distances are built on first use, for each kind of element, lines for each element, on its own.
#[derive(Debug)]
pub struct Topology {
    graph: Graph,
    default: SiteType,
    kinds: [Kind; 3],
    /// Cells around each vertex and cells beside each edge, ascending.
    vertex_edges: Vec<Vec<u32>>,
    vertex_cells: Vec<Vec<u32>>,
    edge_cells: Vec<Vec<u32>>,
    links: [OnceLock<Links>; 3],
    lines: [OnceLock<Lines>; 3],
    distances: [[OnceLock<Distances>; 5]; 3],
}

impl Topology {
    /// Measures a graph. `default` is the kind of element a bare site number means.
    pub fn new(graph: Graph, default: SiteType, options: Options) -> Self {
        let mut kinds: [Kind; 3] = Default::default();
        for kind in SiteType::ALL {
            let ids = 0..graph.count(kind) as u32;
            kinds[kind as usize].at = ids.map(|id| graph.position(kind, id)).collect();
        }
        let perimeters = outline::measure(&graph, &mut kinds);
        corners::measure(&graph, &mut kinds, &perimeters);
        phase::measure(&graph, &mut kinds);
        compass::orient_edges(&graph, &mut kinds[SiteType::Edge as usize]);
        situation::measure(&mut kinds, options);
        kinds.iter_mut().for_each(centre::measure);
        let ascending = |mut list: Vec<u32>| {
            list.sort_unstable();
            list.dedup();
            list
        };
        let vertex_edges = graph.vertices().iter().map(|v| ascending(v.edges.clone())).collect();
        let vertex_cells = graph.vertices().iter().map(|v| ascending(v.faces.clone())).collect();
        let edge_cells = graph.edges().iter().map(|e| ascending(e.left.into_iter().chain(e.right).collect())).collect();
        Self {
            graph,
            default,
            kinds,
            vertex_edges,
            vertex_cells,
            edge_cells,
            links: Default::default(),
            lines: Default::default(),
            distances: Default::default(),
        }
    }

    fn kind(&self, kind: SiteType) -> &Kind {
        &self.kinds[kind as usize]
    }

    fn links(&self, kind: SiteType) -> &Links {
        self.links[kind as usize].get_or_init(|| Links::measure(&self.graph, kind))
    }
}

/// The ids at which a flag is set.
fn ids(flags: impl IntoIterator<Item = bool>) -> Vec<u32> {
    (0..).zip(flags).filter(|(_, set)| *set).map(|(id, _)| id).collect()
}
