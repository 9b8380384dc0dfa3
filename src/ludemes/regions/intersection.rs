//! `(intersection region region)`, `(intersection {region ..})`: the sites that are in all the regions.
//!
//! The intersection of an empty list is empty. (Ludii 1.3.12's behaviour.)

use super::{operands, uses_of};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("intersection", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let mut parts = operands(call, lo)?;
    if parts.is_empty() {
        return Ok(Expr::constant(SiteSet::new()));
    }
    let common = |mut all: SiteSet, set: &SiteSet| {
        all.intersect_with(set);
        all
    };
    let uses = uses_of(&parts);
    let first = parts.remove(0);
    if let (Some(first), Some(others)) =
        (first.as_constant(), parts.iter().map(RegionExpr::as_constant).collect::<Option<Vec<_>>>())
    {
        return Ok(Expr::constant(others.into_iter().fold(first.clone(), common)));
    }
    Ok(Expr::new(uses, move |cx| {
        let start = first.eval(cx);
        parts.iter().fold(start, |all, part| part.look(cx, |set| common(all, set)))
    }))
}
