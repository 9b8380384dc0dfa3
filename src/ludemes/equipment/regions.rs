//! `(regions ["Name"] [role] sites)`: named sites, with or without an owner.
//!
//! In a deduction puzzle, also `(regions ["Name"] [role] kind | {kinds} ["label"])`: families of lists of sites that
//! the shape of the board gives.
//!
//! Sites that are drawn by chance stay the same for the whole game.
//!
//! ASSUMPTION: they are drawn before the start rules, in the order in which they are written.
//!
//! A list of regions keeps its elements apart, so that `(is Connected ..)` can ask for each. (Ludii 1.3.12's
//! behaviour.)

use super::{owner, static_regions};
use crate::engine::equipment::NamedRegion;
use crate::ludemes::prelude::*;
use crate::ludemes::puzzle;
use crate::ludemes::registry::{self, Hazard};

pub(super) const ROWS: &[Row] = &[Row::part("item", "regions", "")];

/// Reads one `(regions ..)`.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<NamedRegion> {
    let role = lo.role_opt(call, "role")?;
    let (mut parts, mut listed, mut families) = (Vec::new(), None, Vec::new());
    if let Some(arg) = call.get("sites") {
        let sites = lo.ints_arg(arg)?;
        listed = Some(puzzle::equipment::ints(arg).into());
        parts.push(Arc::new(Expr::new(sites.uses, move |cx| sites.eval(cx).into_iter().collect::<SiteSet>())));
    } else if let Some(arg) = call.get("regionFn") {
        parts.push(part(arg, lo)?);
    } else if let Some(list) = call.items("regionsFn") {
        parts = list.iter().map(|arg| part(arg, lo)).collect::<Lowered<_>>()?;
    } else if lo.features.puzzle {
        let label = call.text("hintRegionLabel").is_some();
        let slots = ["staticRegion", "staticRegions"].into_iter().filter_map(|slot| call.get(slot));
        let words = slots.flat_map(Arg::each).filter_map(Arg::word);
        families.extend(words.map(|word| static_regions::family(word, label, lo)));
    } else {
        return lo.unsupported(&call.origin, "`regions` of a static kind outside a deduction puzzle");
    }
    let name = call.text("name").cloned().unwrap_or_default();
    let title =
        if name.is_empty() { format!("Region{}", call.word("role").unwrap_or("P1")).into() } else { Arc::clone(&name) };
    Ok(NamedRegion {
        name,
        title,
        owner: role.map_or(0, |role| owner(role, lo.players())),
        parts,
        listed,
        families: families.into(),
    })
}

/// One of the regions; where it is drawn by chance, the one that was drawn for this game.
fn part(arg: &Arg, lo: &mut Lowering) -> Lowered<Arc<RegionExpr>> {
    let region = lo.region_arg(arg)?;
    let drawn = match &arg.value {
        Value::Ludeme(call) => registry::hazard(call, lo) == Hazard::Draws,
        _ => false,
    };
    if !drawn {
        return Ok(Arc::new(region));
    }
    let index = lo.drawn.len();
    lo.drawn.push(Arc::new(region));
    Ok(Arc::new(Expr::new(Uses::BOARD, move |cx| cx.drawn.get(index).cloned().unwrap_or_default())))
}
