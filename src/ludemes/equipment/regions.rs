//! `(regions ["Name"] [role] sites)`: named sites, with or without an owner.
//!
//! A list of regions keeps its elements apart, so that `(is Connected ..)` can ask for each. (Ludii 1.3.12's behaviour.)

use super::owner;
use crate::engine::equipment::NamedRegion;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("item", "regions", "")];

/// Reads one `(regions ..)`.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<NamedRegion> {
    let role = lo.role_opt(call, "role")?;
    let mut parts = Vec::new();
    if let Some(arg) = call.get("sites") {
        let sites = lo.ints_arg(arg)?;
        parts.push(Arc::new(Expr::new(sites.uses, move |cx| sites.eval(cx).into_iter().collect::<SiteSet>())));
    } else if let Some(arg) = call.get("regionFn") {
        parts.push(Arc::new(lo.region_arg(arg)?));
    } else if let Some(Value::Array(list)) = call.get("regionsFn").map(|arg| &arg.value) {
        for arg in list {
            parts.push(Arc::new(lo.region_arg(arg)?));
        }
    } else {
        return lo.unsupported(&call.origin, "`regions` of a static kind");
    }
    Ok(NamedRegion {
        name: call.text("name").cloned().unwrap_or_default(),
        owner: role.map_or(0, |role| owner(role, lo.players())),
        parts,
    })
}
