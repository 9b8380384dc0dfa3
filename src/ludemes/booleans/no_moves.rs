//! `(no Moves role)`: a player's stalemate bit.
//!
//! The bit says that the player could not move when that was last found out: when moves were generated for him, when he
//! passed, or by `(no Moves Next)`, which looks ahead to the turn of whoever is due next and stores the answer. It is
//! not found out for any other role. Within a look-ahead `(no Moves Next)` is False. What it stores depends on whether it
//! is asked at all, so that where rules read that, a condition with it is asked for moves that are not drawn, too.
//! (Ludii 1.3.12's behaviour.)

use crate::engine::role::bit;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::boolean("no", "Moves", lower).any_order().may_fail_unless(stores_nothing).requires(|needs, call| {
        let whose = call.word("playerFn");
        needs.features.stalemates |= !matches!(whose, Some("Next" | "Mover"));
        needs.features.next_moves |= whose == Some("Next");
    })];

/// Whether nothing reads what is stored.
fn stores_nothing(call: &Ludeme, lo: &Lowering) -> bool {
    let features = &lo.features;
    let read = features.stalemates || features.situational || features.situational_in_turn;
    !(read && call.word("playerFn") == Some("Next"))
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let role = lo.role_arg(lo.one_of(call, &["playerFn"], "`(no Moves ..)` needs a role")?)?;
    if role == Role::Next {
        return Ok(Expr::new(Uses::VOLATILE, |cx| {
            if cx.looking_ahead {
                return false;
            }
            cx.look_ahead_next();
            cx.state.stalemated & bit(cx.state.next()) != 0
        }));
    }
    let player = role.as_int();
    Ok(player.with(Uses::OTHER, move |cx, player| cx.state.stalemated & bit(player) != 0))
}
