//! `(move Swap Players a b [then])`, `(swap Players ..)`: two players exchange seats, and the mover moves again.
//!
//! Both forms are decisions. (Ludii 1.3.12's behaviour.)

use super::build::emit;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::decision("move", "Swap Players", lower), Row::effect("swap", "Players", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let mut player = |slots: &[&str]| lo.player_arg(lo.one_of(call, slots, "two players are needed")?);
    let (a, b) = (player(&["player1", "role1"])?, player(&["player2", "role2"])?);
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let mover = cx.state.mover();
        let kind = ActionKind::Swap { player1: a.eval(cx), player2: b.eval(cx) };
        let mut m = Move::of(mover, -1, -1, Action::deciding(kind, true));
        m.act(ActionKind::SetNextPlayer { player: mover });
        emit(out, m, then.as_ref());
    }))
}
