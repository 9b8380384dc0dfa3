//! `(set Phase n at:site)` or `to:region` as a start rule: the phase of sites, as `(phase of:site)` reads it.
//!
//! It belongs to the board: neither the position nor recordings of it show it. (Ludii 1.3.12's behaviour.)

use super::{StartRule, initial};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "Phase")];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let t = lo.site_type(call, "type");
    let phase = lo.int(call, "value")?;
    let Some(arg) = call.get("at").or_else(|| call.get("to")) else {
        return lo.wrong(&call.origin, "`(set Phase ..)` needs a site");
    };
    let sites = lo.sites_arg(arg)?;
    Ok(StartRule::new(move |cx| {
        for site in sites.eval(cx) {
            let phase = phase.eval(cx);
            initial(cx, site, ActionKind::SetPhase { t, site, phase });
        }
    }))
}
