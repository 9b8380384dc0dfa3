//! `(set Cost value [type] at:site | to:region)` as a start rule: what `(cost ..)` reads.
//!
//! The value is evaluated for each site, ascending. Costs belong to the board, not to the position: no later move
//! changes them. (Ludii 1.3.12's behaviour.)

use super::{StartRule, of_sites};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "Cost").requires(Requirements::acts_on)];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    of_sites(call, lo, |_, t, to, cost| ActionKind::SetCost { t, to, cost })
}
