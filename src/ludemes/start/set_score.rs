//! `(set Score [role] n)` as a start rule: scores before the first move; one initial move per player for `Each`.

use super::{StartRule, of_players};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "Score").requires(Requirements::scores)];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    of_players(call, lo, |player, score| ActionKind::SetScore { player, score, add: false })
}
