//! `(value)`, `(value Piece [type] at:int [level:int])`, `(value Player player|role)`, `(value Pending)`,
//! `(value MoveLimit)`, `(value TurnLimit)`, `(value Random range)`.
//!
//! Without a keyword, the iterator variable. Of a piece, 0 where there is none; of a player, -1 until set, and an error
//! for somebody who is not a player; pending, the value when exactly one is pending and else 0; random, an integer
//! drawn evenly from the range with the game's generator, -1 from an empty range. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("value", "", |_, _| Ok(Expr::new(Uses::VALUE, |cx| cx.it.value))),
    Row::int("value", "Piece", |call, lo| super::piece_data::data(call, None, |piece| piece.value, lo)),
    Row::int("value", "Player", player).may_fail_unless(super::is_somebody),
    Row::int("value", "Pending", pending),
    Row::int("value", "MoveLimit", |_, _| Ok(Expr::new(Uses::NONE, |cx| cx.game.move_limit))),
    Row::int("value", "TurnLimit", |_, _| Ok(Expr::new(Uses::NONE, |cx| cx.game.turn_limit))),
    Row::int("value", "Random", random).draws().requires(|needs, _| needs.features.stochastic = true),
];

fn player(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let player = super::player(call, lo)?;
    Ok(player.with(Uses::SCORES, move |cx, player| {
        if (0..=cx.state.players()).contains(&player) {
            cx.state.player_values[player as usize]
        } else {
            cx.fail(Fault::NoSuchPlayer { ludeme: "value Player", player });
            -1
        }
    }))
}

fn pending(_: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::new(Uses::OTHER, |cx| match cx.state.pending[..] {
        [only] => only,
        _ => 0,
    }))
}

fn random(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let range = lo.range_arg(lo.one_of(call, &["range"], "`(value Random ..)` needs a range")?)?;
    Ok(range.with(Uses::VOLATILE, move |cx, (low, high)| {
        if low > high {
            return -1;
        }
        low.wrapping_add(cx.rng.below(high.wrapping_sub(low).wrapping_add(1)))
    }))
}
