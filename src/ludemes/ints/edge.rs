//! `(edge a b)`, `(edge)`: the edge that joins two vertices, -1 if none does; the iterator variable.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("edge", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    if call.get("vA").is_none() {
        return Ok(Expr::new(Uses::HINT, |cx| cx.it.edge));
    }
    let board = lo.board();
    Ok(super::map2(lo.int(call, "vA")?, lo.int(call, "vB")?, move |a, b| {
        let (Ok(a), Ok(b)) = (usize::try_from(a), u32::try_from(b)) else { return -1 };
        let joins = |&&edge: &&u32| {
            board
                .edge_ends(edge as usize)
                .is_some_and(|(x, y)| (x as usize == a && y == b) || (y as usize == a && x == b))
        };
        board.vertex_edges(a).iter().find(joins).map_or(-1, |&edge| edge as i32)
    }))
}
