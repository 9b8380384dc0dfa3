//! `(intersection region region)`, `(intersection {region ..})`: the sites that are in all the regions.
//!
//! The intersection of an empty list is empty. (Ludii 1.3.12's behaviour.)

use super::{span_of, uses_nearby};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("intersection", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let mut parts = lo.operands(call, Lowering::region_arg)?;
    if parts.is_empty() {
        return Ok(Expr::constant(SiteSet::new()));
    }
    let common = |mut all: SiteSet, set: &SiteSet| {
        all.intersect_with(set);
        all
    };
    let (near, span) = (parts.iter().any(|part| part.span() == Some(Span::Near)), span_of(&parts));
    let (uses, span) = match near {
        true => (parts.iter().fold(Uses::NONE, |all, part| all | uses_nearby(part)), Some(Span::Near)),
        false => (uses_of(&parts), span),
    };
    let first = parts.remove(0);
    if let (Some(first), Some(others)) =
        (first.as_constant(), parts.iter().map(RegionExpr::as_constant).collect::<Option<Vec<_>>>())
    {
        return Ok(Expr::constant(others.into_iter().fold(first.clone(), common)));
    }
    let parts: Arc<[RegionExpr]> = std::iter::once(first).chain(parts).collect();
    let view = common_neighbours(&parts);
    Ok(Expr::new(uses, move |cx| {
        let Some((first, others)) = parts.split_first() else { return SiteSet::new() };
        let start = first.eval(cx);
        others.iter().fold(start, |all, part| part.look(cx, |set| common(all, set)))
    })
    .seen_as(view)
    .spanning(span))
}

/// The view of what is common to the neighbours of a site and to other regions.
fn common_neighbours(parts: &Arc<[RegionExpr]>) -> Option<View> {
    let variables = parts.iter().map(|part| match part.view() {
        Some(View::Around(_, variable, _)) => Some(*variable),
        _ => None,
    });
    let (at, _) = view::innermost(variables)?;
    let others = uses_of(parts.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, part)| part));
    let all = Arc::clone(parts);
    view::narrowed(parts.get(at)?, others, move |cx, common| {
        for (_, part) in all.iter().enumerate().filter(|(i, _)| *i != at) {
            part.look(cx, |part| common.intersect_with(part));
        }
    })
}
