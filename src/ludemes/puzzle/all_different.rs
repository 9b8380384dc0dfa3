//! `(all Different [type] [region] [except:value | excepts:{values}])`: no value occurs twice.
//!
//! In the region; or in each list of each family of the equipment's regions, in each of its listed regions and each
//! region function by itself. Excepted values may occur as often as they like; a site that is 0 breaks it unless 0 is
//! excepted. Lists around a site (`AllDirections`) count only where that site has a value. Sites that are not resolved
//! do not matter. (Ludii 1.3.12's behaviour.)

use crate::engine::equipment::NamedRegion;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

/// Reads the values that may occur twice.
fn exceptions(call: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<IntExpr>> {
    let slots = ["except", "excepts"].into_iter().filter_map(|name| call.get(name));
    slots.flat_map(Arg::each).map(|arg| lo.int_arg(arg)).collect()
}

/// The same constraint list by list, in this order; `None` where it is about a region or has others than listed ones.
pub(super) fn lists(call: &Ludeme, lo: &mut Lowering) -> Lowered<Option<Vec<BoolExpr>>> {
    let fixed = |region: &NamedRegion| region.listed.is_some() || region.parts.is_empty();
    if call.get("region").is_some() || !lo.regions.iter().all(fixed) {
        return Ok(None);
    }
    let t = lo.site_type(call, "elementType");
    let excepted = Arc::new(exceptions(call, lo)?);
    let uses = Uses::VALUES | uses_of(excepted.iter());
    let one = |centred: bool, list: Vec<i32>| {
        let excepted = Arc::clone(&excepted);
        Expr::new(uses, move |cx| {
            let excepted = excepted.iter().map(|value| value.eval(cx)).collect::<Excepted>();
            is_skipped(cx, t, centred, &list) || differ(cx, t, list.iter().copied(), &excepted)
        })
    };
    let mut parts = Vec::new();
    for region in lo.regions.iter() {
        for family in region.families.iter() {
            parts.extend(family.lists.iter().map(|list| one(family.centred, list.clone())));
        }
        parts.extend(region.listed.iter().map(|listed| one(false, listed.to_vec())));
    }
    Ok(Some(parts))
}

/// Whether a list is one around a site that has no value.
fn is_skipped(cx: &mut Cx, t: SiteType, centred: bool, list: &[i32]) -> bool {
    let centre = list.first().copied().unwrap_or(-1);
    centred && cx.value_of(t, centre).unwrap_or(0) == 0
}

/// Reads the ludeme.
pub(crate) fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.site_type(call, "elementType");
    let excepted = exceptions(call, lo)?;
    let uses = Uses::VALUES | uses_of(excepted.iter());
    let values = move |cx: &mut Cx| excepted.iter().map(|value| value.eval(cx)).collect::<Excepted>();
    if let Some(region) = lo.region_opt(call, "region")? {
        return Ok(Expr::new(uses | region.uses, move |cx| {
            let excepted = values(cx);
            let region = region.eval(cx);
            differ(cx, t, region.iter(), &excepted)
        }));
    }
    let regions = Arc::clone(&lo.regions);
    let uses = uses | uses_of(regions.iter().flat_map(|region| &region.parts).map(|part| &**part));
    Ok(Expr::new(uses, move |cx| {
        let excepted = values(cx);
        regions.iter().all(|region| {
            let families = region.families.iter().all(|family| {
                family.lists.iter().all(|list| {
                    is_skipped(cx, t, family.centred, list) || differ(cx, t, list.iter().copied(), &excepted)
                })
            });
            families
                && match &region.listed {
                    Some(listed) => differ(cx, t, listed.iter().copied(), &excepted),
                    None => region.parts.iter().all(|part| {
                        let part = part.eval(cx);
                        differ(cx, t, part.iter(), &excepted)
                    }),
                }
        })
    }))
}

type Excepted = SmallVec<[i32; 4]>;

fn differ(cx: &mut Cx, t: SiteType, sites: impl Iterator<Item = i32>, excepted: &Excepted) -> bool {
    let mut seen = 0u128;
    let mut large = SiteSet::new();
    let mut count = 0;
    let mut differ = true;
    for site in sites {
        count += 1;
        let Some(value) = cx.value_of(t, site) else { continue };
        if excepted.contains(&value) {
            continue;
        }
        let twice = match value {
            0..128 => {
                let bit = 1 << value;
                let twice = seen & bit != 0;
                seen |= bit;
                twice
            }
            _ => {
                let twice = large.contains(value);
                large.insert(value);
                twice
            }
        };
        if value == 0 || twice {
            differ = false;
            break;
        }
    }
    cx.charge(1 + count / 2);
    differ
}
