//! The graph that some of the edges of the board make on its vertices.

use crate::ludemes::prelude::*;

/// All vertices of the board, and some of its edges.
pub(super) struct EdgeGraph {
    /// How many vertices the board has.
    pub vertices: usize,
    /// The ends of the edges.
    pub edges: Vec<(u32, u32)>,
}

impl EdgeGraph {
    /// The edges of which something holds.
    pub fn of(cx: &mut Cx, board: &Topology, mut holds: impl FnMut(&Cx, i32) -> bool) -> Self {
        let all = board.len(SiteType::Edge);
        let vertices = board.len(SiteType::Vertex);
        cx.charge((all + vertices) as u64);
        let chosen = (0..all).filter(|&edge| holds(cx, edge as i32)).filter_map(|edge| board.edge_ends(edge));
        EdgeGraph { vertices, edges: chosen.collect() }
    }

    /// The graph that a question about a player's edges looks at: those whose component has the player's number. For
    /// player 0 it is the component on the edge with the number of the last move's `to`, or component 1 where that
    /// edge is empty; `None` where the last move has no `to`. (Ludii 1.3.12's behaviour.)
    pub fn of_player(cx: &mut Cx, board: &Topology, player: i32) -> Option<Self> {
        let last = cx.last().map_or(-1, |m| m.to);
        if last < 0 {
            return None;
        }
        let component = match player {
            0 => cx.state.what(SiteType::Edge, last).max(1),
            player => player,
        };
        Some(EdgeGraph::of(cx, board, |cx, edge| cx.state.what(SiteType::Edge, edge) == component))
    }

    /// Whether no edge closes a circle.
    pub fn is_forest(&self) -> bool {
        let mut parent: Vec<u32> = (0..self.vertices as u32).collect();
        self.edges.iter().all(|&(a, b)| {
            let (a, b) = (root(&mut parent, a), root(&mut parent, b));
            parent[a as usize] = b;
            a != b
        })
    }

    /// Whether it has no circle and joins all vertices.
    pub fn is_spanning_tree(&self) -> bool {
        self.edges.len() + 1 == self.vertices && self.is_forest()
    }

    /// The different neighbours of each vertex, ascending.
    pub fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); self.vertices];
        for &(a, b) in &self.edges {
            lists[a as usize].push(b);
            lists[b as usize].push(a);
        }
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
        }
        lists
    }
}

/// The vertex that stands for all that are joined with this one; ways to it are halved as they are gone.
fn root(parent: &mut [u32], mut v: u32) -> u32 {
    while parent[v as usize] != v {
        parent[v as usize] = parent[parent[v as usize] as usize];
        v = parent[v as usize];
    }
    v
}
