//! `(set Count n at:site)` or `to:region` as a start rule: how many pieces stand on sites.
//!
//! ASSUMPTION: an empty site gets the last component (one case shows it for the only component of a game).

use super::{StartRule, of_sites};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "Count").requires(|needs, call| {
    needs.acts_on(call);
    needs.features.counts = true;
})];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    of_sites(call, lo, |cx, t, to, count| {
        let last = cx.game.equipment.components.len() as i32 - 1;
        let what = if cx.state.is_occupied(t, to) { cx.state.what(t, to) } else { last };
        ActionKind::SetCount { t, to, what, count }
    })
}
