//! `(sites Winning [player | role] moves)`: where the moves end that would make a player one of the winners.
//!
//! Each move is tried out as a whole one, its consequences, the end rules and the change of turn included. For another
//! player than the mover this is done as if it were his turn, between those who are still playing. Without a player, or
//! without moves, there is nothing. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Winning", lower).may_fail()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let player = call.get("pid").or_else(|| call.get("role")).map(|arg| lo.player_arg(arg)).transpose()?;
    let (Some(player), Some(moves)) = (player, lo.moves_opt(call, "moves")?) else {
        return Ok(Expr::constant(SiteSet::new()));
    };
    Ok(Expr::new(Uses::VOLATILE, move |cx| {
        let player = player.eval(cx);
        if player == cx.state.mover() {
            return winning(cx, &moves, player);
        }
        cx.scratch(|cx| {
            cx.set_turn([player, cx.following(player), cx.preceding(player)]);
            winning(cx, &moves, player)
        })
    }))
}

fn winning(cx: &mut Cx, moves: &Moves, player: i32) -> SiteSet {
    let mut found = SiteSet::new();
    for m in moves.list(cx) {
        if !cx.spend(1) {
            break;
        }
        if m.to >= 0 && !found.contains(m.to) && cx.try_out(&m, |cx| cx.state.winners().contains(&player)) {
            found.insert(m.to);
        }
    }
    found
}
