//! `(difference region region)`, `(difference region site)`: a region without another, or without one site.
//!
//! A negative site takes nothing away. (Ludii 1.3.12's behaviour.)

use super::{span_of, uses_nearby};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("difference", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let source = lo.region(call, "source")?;
    if let Some(site) = lo.int_opt(call, "siteToRemove")? {
        let site = Arc::new(site);
        let left = {
            let site = Arc::clone(&site);
            view::narrowed(&source, site.uses, move |cx, left| left.remove(site.eval(cx)))
        };
        let span = source.span().filter(|&span| span == Span::Near);
        return Ok(Expr::new(source.uses | site.uses, move |cx| {
            let mut left = source.eval(cx);
            left.remove(site.eval(cx));
            left
        })
        .seen_as(left)
        .spanning(span));
    }
    let other = lo.region(call, "subtraction")?;
    let without = |mut all: SiteSet, set: &SiteSet| {
        all.subtract(set);
        all
    };
    if let (Some(source), Some(other)) = (source.as_constant(), other.as_constant()) {
        return Ok(Expr::constant(without(source.clone(), other)));
    }
    let near = source.span() == Some(Span::Near);
    let uses = source.uses | if near { uses_nearby(&other) } else { other.uses };
    let both = [source, other];
    let span = if near { Some(Span::Near) } else { span_of(&both) };
    let [source, other] = both;
    let other = Arc::new(other);
    let left = {
        let other = Arc::clone(&other);
        view::narrowed(&source, other.uses, move |cx, left| other.look(cx, |set| left.subtract(set)))
    };
    Ok(Expr::new(uses, move |cx| {
        let left = source.eval(cx);
        other.look(cx, |set| without(left, set))
    })
    .seen_as(left)
    .spanning(span))
}
