//! `(set Cost value [type] at:site | to:region)` as a start rule: what `(cost ..)` reads.
//!
//! The value is evaluated for each site, ascending. Costs belong to the board, not to the position: no later move changes
//! them. (Ludii 1.3.12's behaviour.)

use super::{StartRule, initial};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "Cost")];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let t = lo.site_type(call, "type");
    let cost = lo.int(call, "value")?;
    let Some(sites) = lo.sites_opt(call, "at")?.map_or_else(|| lo.sites_opt(call, "to"), |sites| Ok(Some(sites)))?
    else {
        return lo.wrong(&call.origin, "`(set Cost ..)` needs a site");
    };
    Ok(StartRule::new(move |cx| {
        for to in sites.eval(cx) {
            let cost = cost.eval(cx);
            initial(cx, to, ActionKind::SetCost { t, to, cost });
        }
    }))
}
