//! `(set [type] {{site value} ..})` as a start rule: the values that a puzzle gives.
//!
//! Each pair is one initial move. (Ludii 1.3.12's behaviour.)

use super::equipment::ints;
use crate::engine::puzzle::GREATEST_VALUE;
use crate::engine::start::StartRule;
use crate::ludemes::prelude::*;
use crate::ludemes::start::initial;

/// Reads the rule.
pub(crate) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let t = lo.site_type(call, "type");
    let sites = lo.board().len(t) as i32;
    let mut pairs = Vec::new();
    if let Some(items) = call.items("pairs") {
        for item in items {
            match ints(item)[..] {
                [site, value] if (0..sites).contains(&site) && (0..=GREATEST_VALUE).contains(&value) => {
                    pairs.push((site, value));
                }
                _ => return lo.wrong(&item.origin, "a site of the board and a value that is not negative belong here"),
            }
        }
    }
    Ok(StartRule::new(move |cx| {
        for &(site, value) in &pairs {
            initial(cx, site, ActionKind::SetVariable { t, site, value });
        }
    }))
}
