//! `(set Count n at:site)` or `to:region` as a start rule: how many pieces stand on sites.
//!
//! ASSUMPTION: an empty site gets the last component (one case shows it for the only component of a game).

use super::{StartRule, initial};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "Count")];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let t = lo.site_type(call, "type");
    let count = lo.int(call, "value")?;
    let Some(sites) = lo.sites_opt(call, "at")?.map_or_else(|| lo.sites_opt(call, "to"), |sites| Ok(Some(sites)))?
    else {
        return lo.wrong(&call.origin, "`(set Count ..)` needs a site");
    };
    Ok(StartRule::new(move |cx| {
        for site in sites.eval(cx) {
            let last = cx.game.equipment.components.len() as i32 - 1;
            let what = if cx.state.is_occupied(t, site) { cx.state.what(t, site) } else { last };
            let count = count.eval(cx);
            initial(cx, site, ActionKind::SetCount { t, to: site, what, count });
        }
    }))
}
