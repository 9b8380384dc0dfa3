//! `(place Random [region] {"Piece" ..} [count:n] [state:] [value:] [type])`: pieces on sites drawn at random.
//!
//! `count:` of each piece in turn, each on a site drawn from those of the region (the board by default) that are empty
//! and not drawn yet, in ascending order; none when no site is left. The empty sites are looked for anew for each piece
//! named, state and value are found once for it, `count:` before every site drawn and once more at the end.
//! (Ludii 1.3.12's behaviour.)
//!
//! Differences: random stacks are not carried out.

use super::{StartRule, initial};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("startRule", "place", "Random")];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let Some(Value::Array(items)) = call.get("item").map(|arg| &arg.value) else {
        return lo.unsupported(&call.origin, "a random stack");
    };
    let component = |item: &Arg| match &item.value {
        Value::Text(name) => match lo.equipment.component(name) {
            Some(component) => Ok(component as i32),
            None => lo.wrong(&item.origin, format!("no piece is called \"{name}\"")),
        },
        _ => lo.wrong(&item.origin, "expected the name of a piece here"),
    };
    let items = items.iter().map(component).collect::<Lowered<Vec<i32>>>()?;
    let t = lo.site_type(call, "type");
    let region = lo.region_opt(call, "region")?;
    let count = lo.int_or(call, "count", 1)?;
    let state = lo.int_or(call, "state", -1)?;
    let value = lo.int_or(call, "value", -1)?;
    Ok(StartRule::new(move |cx| {
        for &what in &items {
            let sites = match &region {
                Some(region) => region.eval(cx),
                None => SiteSet::below(usize::try_from(cx.state.layout().board_len(t)).unwrap_or(0)),
            };
            let mut left: Vec<i32> = sites.iter().filter(|&site| cx.state.is_empty_site(t, site)).collect();
            let (state, value) = (state.eval(cx), value.eval(cx));
            let mut placed = 0;
            while placed < count.eval(cx) && !left.is_empty() {
                placed += 1;
                let index = cx.rng.below(i32::try_from(left.len()).unwrap_or(i32::MAX));
                let site = left.remove(index as usize);
                let outside = site >= cx.state.layout().board_len(t);
                let kind = ActionKind::Add {
                    t: Some(if outside { SiteType::Cell } else { t }),
                    to: site,
                    level: -1,
                    what,
                    count: 1,
                    state,
                    rotation: -1,
                    value,
                    stack: false,
                };
                initial(cx, site, kind);
            }
        }
    }))
}
