//! `(sites Crossing at:edge player | role)`: the edges of a player that cross an edge of the board.
//!
//! The number after the last player (`All`, `Shared`) means every edge with a piece, player 0 the edges without an
//! owner, empty ones among them. Edges that only touch do not cross. (Ludii 1.3.12's behaviour.)

use crate::ludemes::booleans::Segment;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Crossing", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let at = lo.int(call, "at")?;
    let player = lo.player_arg(lo.one_of(call, &["who", "role"], "`(sites Crossing ..)` needs a player")?)?;
    let board = lo.board();
    Ok(Expr::new(at.uses | player.uses | Uses::BOARD, move |cx| {
        let (at, player) = (at.eval(cx), player.eval(cx));
        let Some(edge) = Segment::of(&board, at) else { return SiteSet::new() };
        let all = player > cx.state.players();
        let edges = 0..board.len(SiteType::Edge) as i32;
        cx.charge(edges.len() as u64);
        let within = |x: f64| x > 0.01 && x < 0.99;
        let crosses = |other: i32| {
            let piece = cx.state.piece(SiteType::Edge, other, None);
            let theirs = if all { piece.what != 0 } else { i32::from(piece.who) == player };
            let met = || Segment::of(&board, other).and_then(|other| edge.meets(&other));
            other != at && theirs && met().is_some_and(|(s, t)| within(s) && within(t))
        };
        edges.filter(|&other| crosses(other)).collect()
    }))
}
