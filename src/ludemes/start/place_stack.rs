//! `(place Stack "Piece" where [count:] ..)` or `(place Stack items:{..} where ..)` as a start rule: stacks of pieces.
//!
//! On each site the piece `count:` times (or as often as `counts:` says for the site), or the listed pieces from the
//! bottom up, each with the state, rotation and value given. One initial move per piece.
//!
//! ASSUMPTION: with `items:`, `counts:` belongs to the items in order.

use super::{StartRule, initial, place};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "place", "Stack")];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let items = items(call, lo)?;
    let t = lo.site_type(call, "type");
    let sites = place::sites(call, t, lo)?;
    let listed = call.get("items").is_some();
    let counts = call.get("counts").map(|arg| lo.ints_arg(arg)).transpose()?;
    let count = lo.int_or(call, "count", 1)?;
    let state = lo.int_or(call, "state", -1)?;
    let rotation = lo.int_or(call, "rotation", -1)?;
    let value = lo.int_or(call, "value", -1)?;
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
                    let outside = site >= cx.state.layout().board_len(t);
                    let kind = ActionKind::Add {
                        t: Some(if outside { SiteType::Cell } else { t }),
                        to: site,
                        level: -1,
                        what,
                        count: 1,
                        state: state.eval(cx),
                        rotation: rotation.eval(cx),
                        value: value.eval(cx),
                        stack: true,
                    };
                    initial(cx, site, kind);
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
    let component = |arg: &Arg| match &arg.value {
        Value::Text(name) => match lo.equipment.component(name) {
            Some(component) => Ok(component as i32),
            None => super::place::no_piece(name, &arg.origin, lo),
        },
        _ => lo.wrong(&arg.origin, "expected the name of a piece here"),
    };
    texts.iter().map(component).collect()
}
