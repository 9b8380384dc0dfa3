//! `(is Sum [type] region n)`, `(is Sum [type] ["name"] n)`: the values of sites add up to a number.
//!
//! To no more than that, and to as much once all the sites are resolved. Without a region this is asked of every list
//! of each family of the equipment's regions, or of those whose name contains the text; listed sites and other regions
//! are passed over. Where the number is `(hint)`, it is for each list of a family that of the hint in the same place,
//! which stays the value of `(hint)` afterwards. Sites are cells unless a type is named. (Ludii 1.3.12's behaviour.)

use crate::engine::equipment::Family;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::boolean("is", "Sum", lower).may_fail_unless(has_hints).requires(|needs, _| needs.features.puzzle = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = call.word("type").and_then(SiteType::parse).unwrap_or(SiteType::Cell);
    let result = lo.int(call, "result")?;
    if let Some(region) = lo.region_opt(call, "region")? {
        return Ok(result.with(region.uses | Uses::VALUES, move |cx, result| {
            let region = region.eval(cx);
            adds_up(cx, t, region.iter(), result)
        }));
    }
    let hinted = is_hinted(call);
    let families = families(call, lo);
    let equipment = Arc::clone(&lo.equipment);
    let uses = if hinted { Uses::HINT } else { result.uses };
    Ok(Expr::new(uses | Uses::VALUES, move |cx| {
        families.iter().flat_map(|families| families.iter()).all(|family| {
            family.lists.iter().enumerate().all(|(index, list)| {
                if hinted {
                    let Some(hint) = equipment.puzzle.hints[t as usize].get(index) else {
                        cx.fail(Fault::Domain("is Sum"));
                        return false;
                    };
                    cx.it.hint = hint.number();
                }
                let result = result.eval(cx);
                adds_up(cx, t, list.iter().copied(), result)
            })
        })
    }))
}

/// Whether there is a hint for each list that needs one.
fn has_hints(call: &Ludeme, lo: &Lowering) -> bool {
    let t = call.word("type").and_then(SiteType::parse).unwrap_or(SiteType::Cell);
    let hints = lo.equipment.puzzle.hints[t as usize].len();
    let enough = |families: &Arc<[Family]>| families.iter().all(|family| family.lists.len() <= hints);
    call.get("region").is_some() || !is_hinted(call) || families(call, lo).iter().all(enough)
}

/// Whether the number is the one of a hint for each list.
fn is_hinted(call: &Ludeme) -> bool {
    call.get("result").is_some_and(|arg| match &arg.value {
        Value::Ludeme(call) => call.form.head == "hint" && call.get("at").is_none(),
        _ => false,
    })
}

/// The families whose lists are added up.
fn families(call: &Ludeme, lo: &Lowering) -> Vec<Arc<[Family]>> {
    let name = call.text("nameRegion").cloned().unwrap_or_default();
    let named = lo.regions.iter().filter(|region| region.title.contains(&*name));
    named.map(|region| Arc::clone(&region.families)).collect()
}

/// The same constraint list by list, in this order; `None` where it is about a region, or has fewer hints than lists.
pub(super) fn lists(call: &Ludeme, lo: &mut Lowering) -> Lowered<Option<Vec<BoolExpr>>> {
    if call.get("region").is_some() {
        return Ok(None);
    }
    let t = call.word("type").and_then(SiteType::parse).unwrap_or(SiteType::Cell);
    let result = Arc::new(lo.int(call, "result")?);
    let hinted = is_hinted(call);
    let mut parts = Vec::new();
    for family in families(call, lo).iter().flat_map(|families| families.iter()) {
        for (index, list) in family.lists.iter().cloned().enumerate() {
            let result = match (hinted, lo.equipment.puzzle.hints[t as usize].get(index)) {
                (false, _) => Arc::clone(&result),
                (true, Some(hint)) => Arc::new(Expr::constant(hint.number())),
                (true, None) => return Ok(None),
            };
            parts.push(Expr::new(result.uses | Uses::VALUES, move |cx| {
                let result = result.eval(cx);
                adds_up(cx, t, list.iter().copied(), result)
            }));
        }
    }
    Ok(Some(parts))
}

fn adds_up(cx: &mut Cx, t: SiteType, sites: impl Iterator<Item = i32>, result: i32) -> bool {
    let (mut sum, mut open, mut seen) = (0i64, false, 0);
    for site in sites {
        seen += 1;
        match cx.value_of(t, site) {
            Some(value) => sum += i64::from(value),
            None => open = true,
        }
    }
    cx.charge(seen / 2);
    sum == i64::from(result) || open && sum < i64::from(result)
}
