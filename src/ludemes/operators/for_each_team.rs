//! `(forEach Team moves [then])`: the moves for each team that has members; `(team)` gives them.

use super::build::attach;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Team", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let moves = lo.moves(call, "moves")?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let start = out.here();
        let saved = cx.it.team.take();
        let players = cx.state.players();
        for team in 1..=players {
            let members: Arc<[i32]> = (1..=players).filter(|&player| cx.state.team(player) == team).collect();
            if members.is_empty() {
                continue;
            }
            if !cx.spend(1) || out.full() {
                break;
            }
            cx.it.team = Some(members);
            moves.eval(cx, out);
        }
        cx.it.team = saved;
        attach(out, start, then.as_ref());
    }))
}
