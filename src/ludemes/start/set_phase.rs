//! `(set Phase n at:site)` or `to:region` as a start rule: the phase of sites, as `(phase of:site)` reads it.
//!
//! It belongs to the board: neither the position nor recordings of it show it. (Ludii 1.3.12's behaviour.)

use super::{StartRule, of_sites};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "Phase").requires(|needs, call| {
    needs.acts_on(call);
    needs.features.set_phases = true;
})];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    of_sites(call, lo, |_, t, site, phase| ActionKind::SetPhase { t, site, phase })
}
