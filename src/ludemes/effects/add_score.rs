//! `(addScore <player or role> n [then])`, `(addScore {players or roles} {n ..} [then])`: adds to scores.
//!
//! One move per player, in player order for a role of several; with lists, the amounts belong to the entries in order.
//! (Ludii 1.3.12's behaviour.)

use super::actions;
use super::build::Players;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("addScore", "", lower).requires(Requirements::scores)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let mut entries = Vec::new();
    let lists = call.get("players").or_else(|| call.get("roles"));
    if let (Some(players), Some(scores)) = (lists, call.get("scores")) {
        if let (Value::Array(players), Value::Array(scores)) = (&players.value, &scores.value) {
            for (player, score) in players.iter().zip(scores) {
                entries.push((Players::read(player, lo)?, lo.int_arg(score)?));
            }
        }
    } else {
        entries.push((super::players(call, lo)?, lo.int(call, "score")?));
    }
    let then = lo.then(call)?;
    Ok(actions(then, move |cx, act| {
        for (players, score) in &entries {
            let score = score.eval(cx);
            for player in players.eval(cx) {
                act(ActionKind::SetScore { player, score, add: true });
            }
        }
    }))
}
