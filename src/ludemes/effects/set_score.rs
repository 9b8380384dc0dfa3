//! `(set Score <player or role> n [then])`: sets scores, one move per player, in player order.
//!
//! `Each` and `Shared` stand for nobody here. (Ludii 1.3.12's behaviour.)

use super::{actions, players};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("set", "Score", lower).requires(Requirements::scores)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let players = players(call, lo)?;
    let value = lo.int(call, "value")?;
    let then = lo.then(call)?;
    Ok(actions(then, move |cx, act| {
        let score = value.eval(cx);
        for player in players.eval(cx) {
            act(ActionKind::SetScore { player, score, add: false });
        }
    }))
}
