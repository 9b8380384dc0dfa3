//! `(sites)`: the region that is iterated over; nothing outside an iteration.
//!
//! The same head without a keyword also lists sites ([`super::listed`]), names the regions of the equipment
//! ([`super::owned`]) and walks ([`super::walk`]).

use super::{listed, owned, walk};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "", lower).requires(Requirements::rotations)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    if let Some(coords) = call.get("coords") {
        return listed::labels(coords, call, lo);
    }
    if let Some(sites) = call.get("sites").or_else(|| call.get("array")) {
        return listed::indices(sites, lo);
    }
    if call.get("possibleSteps").is_some() {
        return walk::lower(call, lo);
    }
    if ["player", "role", "name"].iter().any(|slot| call.get(slot).is_some()) {
        return owned::lower(call, lo);
    }
    Ok(Expr::new(Uses::REGION, |cx| cx.it.region.as_deref().cloned().unwrap_or_default()))
}
