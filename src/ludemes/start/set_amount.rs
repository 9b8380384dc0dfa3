//! `(set Amount [role] n)`: the players' amounts before the first move.

use super::{StartRule, initial, players};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "Amount")];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let whose = players(lo.role_opt(call, "role")?);
    let value = lo.int(call, "value")?;
    Ok(StartRule::new(move |cx| {
        for player in whose.eval(cx) {
            let amount = value.eval(cx);
            initial(cx, -1, ActionKind::SetAmount { player, amount });
        }
    }))
}
