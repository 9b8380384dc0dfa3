//! `(move Bet <player> (range ..) [then])`, `(bet ..)`: bets an amount, one move per value of the range.
//!
//! The moves are the mover's, whoever bets; where all players move at once, they are the bettor's.
//! (Ludii 1.3.12's behaviour.)

use super::build::emit;
use crate::engine::game::Mode;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = both_forms!("Bet", "bet", "");

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let player = lo.player_arg(lo.one_of(call, &["who", "role"], "a bet needs a player")?)?;
    let range = lo.range_arg(lo.one_of(call, &["range"], "a bet needs a range")?)?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let player = player.eval(cx);
        let mover = if cx.game.mode == Mode::Simultaneous { player } else { cx.state.mover() };
        let (min, max) = range.eval(cx);
        for amount in min..=max {
            if !cx.spend(1) || out.full() {
                return;
            }
            let kind = ActionKind::Bet { player, amount };
            emit(out, Move::of(mover, -1, -1, Action::deciding(kind, decision)), then.as_ref());
        }
    }))
}
