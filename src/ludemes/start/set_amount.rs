//! `(set Amount [role] n)`: the players' amounts before the first move.

use super::{StartRule, of_players};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "Amount")];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    of_players(call, lo, |player, amount| ActionKind::SetAmount { player, amount })
}
