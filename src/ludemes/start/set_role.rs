//! `(set role sites)` as a start rule: puts the first component of a player on sites.

use super::{StartRule, initial, place};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "set", "")];

/// Reads the rule.
///
/// ASSUMPTION: the component is the one whose index equals the player's number, as for an `Add` without a piece.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    if call.get("pairs").is_some() {
        return lo.unsupported(&call.origin, "`(set ..)` of a deduction puzzle");
    }
    let Some(role) = lo.role_opt(call, "role")? else {
        return lo.wrong(&call.origin, "`(set ..)` needs a role");
    };
    let t = lo.site_type(call, "type");
    let sites = place::sites(call, t, lo)?;
    let what = role.as_int();
    Ok(StartRule::new(move |cx| {
        let what = what.eval(cx);
        for to in sites.eval(cx).into_iter().filter(|&site| site >= 0) {
            let kind = ActionKind::Add {
                t: Some(t),
                to,
                level: -1,
                what,
                count: 1,
                state: -1,
                rotation: -1,
                value: -1,
                stack: false,
            };
            initial(cx, to, kind);
        }
    }))
}
