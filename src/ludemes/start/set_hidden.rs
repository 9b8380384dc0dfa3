//! `(set Hidden ..)` as a start rule: one initial move for each of the actions that it has as an effect.

use super::{StartRule, initial};
use crate::ludemes::effects::SetHidden;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "Hidden").requires(|needs, call| {
    needs.acts_on(call);
    needs.features.hidden = true;
})];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let set_hidden = SetHidden::read(call, lo)?;
    Ok(StartRule::new(move |cx| {
        for (site, kind) in set_hidden.actions(cx) {
            initial(cx, site, kind);
        }
    }))
}
