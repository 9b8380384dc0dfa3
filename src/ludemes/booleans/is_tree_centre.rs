//! `(is TreeCentre player)`: the vertex with the number of the last move's `to` is the centre of its tree.
//!
//! The graph has all vertices of the board and the edges of an owner: all with a piece for the number after the last
//! player, the empty ones too for player 0. With a circle anywhere in it nothing is a centre. The centre is looked for
//! from the lowest vertex of the tree: as long as one branch holds more than half of its vertices, the search goes into
//! the first such branch. Where it ends is the centre (vertex 0 for a vertex without edges). Two vertices with one
//! neighbour each count as the same, and so do two joined by an edge from which going on to the lowest neighbour not
//! yet visited takes equally many steps. (Ludii 1.3.12's behaviour.)

use super::edge_graph::EdgeGraph;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "TreeCentre", lower).may_fail()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let player = super::player_or_role(call, lo)?;
    let board = lo.board();
    Ok(player.with(Uses::BOARD | Uses::HISTORY, move |cx, player| {
        let site = cx.last().map_or(-1, |m| m.to);
        let all = player > cx.state.players();
        let graph = EdgeGraph::of(cx, &board, |cx, edge| {
            let piece = cx.state.piece(SiteType::Edge, edge, None);
            if all { piece.what != 0 } else { i32::from(piece.who) == player }
        });
        let Some(v) = usize::try_from(site).ok().filter(|&v| v < graph.vertices) else {
            cx.fail(Fault::NoSuchSite { ludeme: "is TreeCentre", site });
            return false;
        };
        if !graph.is_forest() {
            return false;
        }
        let tree = graph.neighbours();
        cx.charge(4 * tree.len() as u64);
        let c = centre(&tree, v);
        let leaves = tree[c].len() == 1 && tree[v].len() == 1;
        c == v || leaves || tree[c].contains(&(v as u32)) && walk(&tree, c) == walk(&tree, v)
    }))
}

/// Where the search for the centre of the tree of `v` ends.
fn centre(tree: &[Vec<u32>], v: usize) -> usize {
    if tree[v].is_empty() {
        return 0;
    }
    let lowest = order(tree, v).into_iter().map(|(vertex, _)| vertex).min().unwrap_or(v);
    let order = order(tree, lowest);
    let mut branch = vec![0; tree.len()];
    for &(vertex, parent) in order.iter().rev() {
        branch[vertex] += 1;
        if let Some(parent) = parent {
            branch[parent] += branch[vertex];
        }
    }
    let mut parents = vec![None; tree.len()];
    for &(vertex, parent) in &order {
        parents[vertex] = parent;
    }
    let mut at = lowest;
    let half = order.len() / 2;
    while let Some(next) = tree[at].iter().map(|&w| w as usize).find(|&w| parents[at] != Some(w) && branch[w] > half) {
        at = next;
    }
    at
}

/// The vertices of the tree of `root`, each after its parent, with their parents.
fn order(tree: &[Vec<u32>], root: usize) -> Vec<(usize, Option<usize>)> {
    let mut list = vec![(root, None)];
    let mut next = 0;
    while let Some(&(vertex, parent)) = list.get(next) {
        next += 1;
        let children = tree[vertex].iter().map(|&w| w as usize).filter(|&w| Some(w) != parent);
        list.extend(children.map(|w| (w, Some(vertex))));
    }
    list
}

/// How many vertices are visited by going on to the lowest neighbour not yet visited.
fn walk(tree: &[Vec<u32>], start: usize) -> usize {
    let mut visited = vec![false; tree.len()];
    let mut at = Some(start);
    let mut count = 0;
    while let Some(vertex) = at {
        visited[vertex] = true;
        count += 1;
        at = tree[vertex].iter().map(|&w| w as usize).find(|&w| !visited[w]);
    }
    count
}
