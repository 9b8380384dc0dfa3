//! `(is Tree player)`, `(is SpanningTree player)`, `(is CaterpillarTree player)`: the shape of the edges of a player.
//!
//! The graph has all vertices of the board, and the edges whose component has the player's number; player 0 stands for
//! the component on the edge with the number of the last move's `to`. A tree has no circle (it may be in pieces, and no
//! edge at all makes one); a spanning tree also joins all vertices; a caterpillar is a spanning tree whose inner edges,
//! those with further edges at both ends, make one path. False after a move without `to`. (Ludii 1.3.12's behaviour.)
//!
//! Differences: a star has no inner edge; Ludii 1.3.12 fails there, and here it is a caterpillar.

use super::edge_graph::EdgeGraph;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::boolean("is", "Tree", |call, lo| lower(call, lo, EdgeGraph::is_forest)),
    Row::boolean("is", "SpanningTree", |call, lo| lower(call, lo, EdgeGraph::is_spanning_tree)),
    Row::boolean("is", "CaterpillarTree", |call, lo| lower(call, lo, is_caterpillar)),
];

fn lower(call: &Ludeme, lo: &mut Lowering, holds: fn(&EdgeGraph) -> bool) -> Lowered<BoolExpr> {
    let player = super::player_or_role(call, lo)?;
    let board = lo.board();
    Ok(player.with(Uses::BOARD | Uses::HISTORY, move |cx, player| {
        EdgeGraph::of_player(cx, &board, player).is_some_and(|graph| holds(&graph))
    }))
}

fn is_caterpillar(graph: &EdgeGraph) -> bool {
    if !graph.is_spanning_tree() {
        return false;
    }
    let mut degrees = vec![0; graph.vertices];
    for &(a, b) in &graph.edges {
        degrees[a as usize] += 1;
        degrees[b as usize] += 1;
    }
    let mut inner = vec![0; graph.vertices];
    for &(a, b) in &graph.edges {
        if degrees[a as usize] >= 2 && degrees[b as usize] >= 2 {
            inner[a as usize] += 1;
            inner[b as usize] += 1;
        }
    }
    inner.into_iter().all(|edges| edges <= 2)
}
