//! `(move Set NextPlayer <player or players> [then])`, `(set NextPlayer ..)`: names who moves next.
//!
//! One move per player; indices outside the game are skipped. A `then` is read and never run. (Ludii 1.3.12's
//! behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = both_forms!("Set NextPlayer", "set", "NextPlayer");

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let players = match (call.get("who"), call.get("nextPlayers")) {
        (Some(arg), _) => lo.player_arg(arg)?.with(Uses::NONE, |_, player| vec![player]),
        (None, Some(arg)) => lo.ints_arg(arg)?,
        (None, None) => return lo.wrong(&call.origin, "a player is needed"),
    };
    Ok(Moves::generator(move |cx, out| {
        for player in players.eval(cx) {
            if (1..=cx.state.players()).contains(&player) {
                let kind = ActionKind::SetNextPlayer { player };
                out.push(Move::of(cx.state.mover(), -1, -1, Action::deciding(kind, decision)));
            }
        }
    }))
}
