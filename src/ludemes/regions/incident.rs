//! `(sites Incident result-type of:type at:int [owner])`: the elements of one type that touch an element of another.
//!
//! Cells touch across an edge, edges at an end, vertices along an edge. With an owner, only those with a piece of that
//! owner count; then, if `at:` does not depend on the state, there is nothing, since the question is answered on the
//! board before the game. (Ludii 1.3.12's behaviour.)

use super::{on_board, set_of};
use crate::ludemes::ints::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Incident", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let result = lo.site_type(call, "resultType");
    let of = lo.site_type(call, "of");
    let at = lo.int(call, "at")?;
    let board = lo.board();
    let touching = move |site: i32| match on_board(&board, of, site) {
        Some(site) => touching(&board, of, site, result),
        None => SiteSet::new(),
    };
    let Some(owner) = call.get("owner").or_else(|| call.get("roleOwner")) else {
        return Ok(map1(at, touching));
    };
    let owner = lo.player_arg(owner)?;
    if at.uses == Uses::NONE {
        return Ok(Expr::constant(SiteSet::new()));
    }
    Ok(Expr::new(at.uses | owner.uses | Uses::BOARD, move |cx| {
        let all = touching(at.eval(cx));
        let owner = owner.eval(cx);
        all.iter().filter(|&site| cx.state.who(result, site) == owner).collect()
    }))
}

fn touching(board: &Topology, of: SiteType, site: usize, result: SiteType) -> SiteSet {
    use SiteType::{Cell, Edge, Vertex};
    match (of, result) {
        (Cell, Cell) | (Vertex, Vertex) => set_of(board.neighbours(of, site, Relation::Orthogonal)),
        (Edge, Edge) => set_of(board.neighbours(Edge, site, Relation::All)),
        (Cell, Vertex) => set_of(board.cell_vertices(site)),
        (Cell, Edge) => set_of(board.cell_edges(site)),
        (Vertex, Cell) => set_of(board.vertex_cells(site)),
        (Vertex, Edge) => set_of(board.vertex_edges(site)),
        (Edge, Cell) => set_of(board.edge_cells(site)),
        (Edge, Vertex) => board.edge_ends(site).map_or_else(SiteSet::new, |(a, b)| set_of(&[a, b])),
    }
}
