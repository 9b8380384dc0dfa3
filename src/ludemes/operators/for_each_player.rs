//! `(forEach Player moves [then])`, `(forEach players moves [then])`: the moves for each player.
//!
//! `player` is each player from 1, or each of the array that is from 0 to the number of players + 1. With the keyword
//! `Player` a `then` is read and never run. (Ludii 1.3.12's behaviour.)

use super::followed;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::effect("forEach", "Player", lower_all), Row::effect("forEach", "", lower_listed)];

fn lower_all(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let moves = lo.moves(call, "moves")?;
    Ok(Moves::generator(move |cx, out| {
        let players = 1..=cx.state.players();
        each(cx, out, &moves, players);
    }))
}

fn lower_listed(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let players = lo.ints(call, "players")?;
    let moves = lo.moves(call, "moves")?;
    let then = lo.then(call)?;
    Ok(followed(then, move |cx, out| {
        let last = cx.state.players() + 1;
        let players = players.eval(cx).into_iter().filter(|player| (0..=last).contains(player));
        each(cx, out, &moves, players);
    }))
}

fn each(cx: &mut Cx, out: &mut Out, moves: &Moves, players: impl Iterator<Item = i32>) {
    let saved = cx.it.player;
    for player in players {
        if !cx.spend(1) || out.full() {
            break;
        }
        cx.it.player = player;
        moves.eval(cx, out);
    }
    cx.it.player = saved;
}
