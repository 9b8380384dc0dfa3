//! `(set Score [role] n)` as a start rule: scores before the first move; one initial move per player for `Each`.

use super::{StartRule, initial, players};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "Score")];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let whose = players(lo.role_opt(call, "role")?);
    let value = lo.int(call, "value")?;
    Ok(StartRule::new(move |cx| {
        for player in whose.eval(cx) {
            let score = value.eval(cx);
            initial(cx, -1, ActionKind::SetScore { player, score, add: false });
        }
    }))
}
