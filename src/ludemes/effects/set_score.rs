//! `(set Score <player or role> n [then])`: sets scores, one move per player, in player order.
//!
//! `Each` and `Shared` stand for nobody here. (Ludii 1.3.12's behaviour.)

use super::{effect, players};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("set", "Score", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let players = players(call, lo)?;
    let value = lo.int(call, "value")?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let score = value.eval(cx);
        for player in players.eval(cx) {
            effect(out, ActionKind::SetScore { player, score, add: false }, then.as_ref());
        }
    }))
}
