//! `(place Stack "Piece" where [count:] ..)` or `(place Stack items:{..} where ..)` as a start rule: stacks of pieces.
//!
//! On each site the piece `count:` times (or as often as `counts:` says for the site), or the listed pieces from the
//! bottom up, each with the state, rotation and value given. One initial move per piece.
//!
//! ASSUMPTION: with `items:`, `counts:` belongs to the items in order.

use super::{Given, StartRule, place, place_random};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "place", "Stack").requires(|needs, call| {
    super::placed(needs, call);
    needs.features.stacking = true;
})];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let items = items(call, lo)?;
    let t = lo.site_type(call, "type");
    let sites = place::sites(call, t, lo)?;
    let listed = call.get("items").is_some();
    let counts = call.get("counts").map(|arg| lo.ints_arg(arg)).transpose()?;
    let count = lo.int_or(call, "count", 1)?;
    let given = Given::read(call, true, lo)?;
    Ok(StartRule::new(move |cx| {
        let counts = counts.as_ref().map(|counts| counts.eval(cx));
        for (i, site) in sites.eval(cx).into_iter().enumerate() {
            if site < 0 {
                continue;
            }
            for (j, &what) in items.iter().enumerate() {
                let count = match &counts {
                    Some(counts) => counts.get(if listed { j } else { i }).copied().unwrap_or(1),
                    None => count.eval(cx),
                };
                for _ in 0..count {
                    let data = given.data(cx);
                    given.put(cx, (what, 1), site, data);
                    if cx.fault().is_some() {
                        return;
                    }
                }
            }
        }
    }))
}

fn items(call: &Ludeme, lo: &Lowering) -> Lowered<Vec<i32>> {
    let texts = call.get("items").or_else(|| call.get("item")).map_or(&[][..], Arg::each);
    texts.iter().map(|arg| place_random::component(arg, lo)).collect()
}
