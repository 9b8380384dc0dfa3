//! `(is RegularGraph player [k:int | odd:boolean | even:boolean])`: every vertex has as many neighbours as the others.
//!
//! The graph is that of `(is Tree ..)`. The number of different neighbours is `k:`, or without it (or with 0) that of
//! the lowest vertex that has any; vertices without edges count too. With `odd:True` the number must be odd, else with
//! `even:True` even. (Ludii 1.3.12's behaviour.)

use super::edge_graph::EdgeGraph;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "RegularGraph", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let player = super::player_or_role(call, lo)?;
    let k = lo.int_or(call, "k", 0)?;
    let odd = lo.bool_or(call, "odd", false)?;
    let even = lo.bool_or(call, "even", false)?;
    let board = lo.board();
    Ok(player.with(k.uses | odd.uses | even.uses | Uses::BOARD | Uses::HISTORY, move |cx, player| {
        let (k, odd, even) = (k.eval(cx), odd.eval(cx), even.eval(cx));
        let Some(graph) = EdgeGraph::of_player(cx, &board, player) else { return false };
        let degrees: Vec<i32> = graph.neighbours().iter().map(|list| list.len() as i32).collect();
        let wanted = match k {
            0 => degrees.iter().copied().find(|&degree| degree > 0).unwrap_or(0),
            k => k,
        };
        let parity = match (odd, even) {
            (true, _) => wanted % 2 != 0,
            (false, true) => wanted % 2 == 0,
            (false, false) => true,
        };
        parity && degrees.iter().all(|&degree| degree == wanted)
    }))
}
