//! The views of conditions made of others: conjunctions, disjunctions, negations, and one of two by a third.

use super::{View, innermost};
use crate::board::{SiteType, Topology};
use crate::engine::context::Cx;
use crate::engine::expr::{BoolExpr, Expr, Occupancy, RegionExpr};
use crate::engine::site_set::SiteSet;
use crate::engine::uses::Uses;
use std::sync::Arc;

/// What is known of a conjunction, or else of a disjunction, while `(is Threatened ..)` asks for moves.
pub(crate) fn while_threatening(parts: &[BoolExpr], all: bool) -> Option<View> {
    let decided = parts.iter().any(|part| part.while_threatening() == Some(!all));
    let known = parts.iter().all(|part| part.while_threatening().is_some());
    (decided || known).then_some(View::Threatening(decided != all))
}

/// What several conditions ask about, of which some have a view by the innermost iterator variable of all, and the
/// others ask nothing about it.
struct Common {
    t: Option<SiteType>,
    variable: Uses,
    uses: Uses,
    costly: bool,
    /// Whether one of them holds for empty sites alone, or for occupied ones.
    filled: Option<Occupancy>,
}

fn common(parts: &[BoolExpr]) -> Option<Common> {
    let variables = parts.iter().map(|part| match part.view() {
        Some(View::Sites(_, by, _)) => Some(*by),
        _ => None,
    });
    let (_, variable) = innermost(variables)?;
    let (mut t, mut uses, mut costly, mut filled) = (None, Uses::NONE, false, None);
    for part in parts {
        match part.view() {
            Some(View::Sites(of, by, region)) if *by == variable => {
                if t.is_some() && of.is_some() && t != *of {
                    return None;
                }
                t = t.or(*of);
                costly |= region.costly;
                filled = filled.or(region.filled);
            }
            _ if part.uses.any(Uses::VOLATILE | variable) => return None,
            _ => {}
        }
        uses |= uses_by(part, variable);
    }
    (!uses.any(variable)).then_some(Common { t, variable, uses, costly, filled })
}

/// What a condition reads, for all values of a variable where it has a view by that.
fn uses_by(part: &BoolExpr, variable: Uses) -> Uses {
    match part.view() {
        Some(View::Sites(_, by, region)) if *by == variable => region.uses,
        _ => part.uses,
    }
}

/// The view of `(if condition yes no)`, where the three have one in common as those of [`joined`].
pub(crate) fn chosen(parts: &Arc<[BoolExpr; 3]>, board: &Topology) -> Option<View> {
    let Common { t, variable, uses, costly, .. } = common(&**parts)?;
    let (parts, everywhere) = (Arc::clone(parts), SiteSet::below(board.most_sites(t)));
    let region = Expr::new(uses, move |cx: &mut Cx| {
        let sites = |part: &BoolExpr, cx: &mut Cx| match part.view() {
            Some(View::Sites(_, by, region)) if *by == variable => region.eval(cx),
            _ if part.eval(cx) => everywhere.clone(),
            _ => SiteSet::new(),
        };
        let [condition, yes, no] = &*parts;
        if !matches!(condition.view(), Some(View::Sites(_, by, _)) if *by == variable) {
            return sites(if condition.eval(cx) { yes } else { no }, cx);
        }
        let (mut chosen, mut rest) = (sites(condition, cx), sites(no, cx));
        rest.subtract(&chosen);
        chosen.intersect_with(&sites(yes, cx));
        chosen.union_with(&rest);
        chosen
    });
    Some(View::Sites(t, variable, region.costly_if(costly)))
}

/// The view of several conditions of which all hold, or else any: those without a view by the innermost iterator
/// variable must not ask about it. `keep` wraps the region of those that ask about no other variable either, where some
/// do.
pub(crate) fn joined(
    parts: &Arc<[BoolExpr]>,
    all: bool,
    board: &Topology,
    keep: impl FnOnce(RegionExpr) -> RegionExpr,
) -> Option<View> {
    let Common { t, variable, uses, costly, filled } = common(parts)?;
    let (mut steady, mut steady_uses, mut others) = (Vec::new(), Uses::NONE, Vec::new());
    for (at, part) in parts.iter().enumerate() {
        let part_uses = uses_by(part, variable);
        if part_uses.any(Uses::ITERATORS) {
            others.push(at);
        } else {
            steady_uses |= part_uses;
            steady.push(at);
        }
    }
    let everywhere = SiteSet::below(board.most_sites(t));
    let start = if all { everywhere.clone() } else { SiteSet::new() };
    let join = {
        let parts = Arc::clone(parts);
        move |cx: &mut Cx, mut found: SiteSet, which: &[usize]| {
            for part in which.iter().filter_map(|&at| parts.get(at)) {
                match part.view() {
                    Some(View::Sites(_, by, region)) if *by == variable => region
                        .look(cx, |region| if all { found.intersect_with(region) } else { found.union_with(region) }),
                    _ if part.eval(cx) == all => {}
                    _ => return if all { SiteSet::new() } else { everywhere.clone() },
                }
            }
            found
        }
    };
    let region = if others.is_empty() || steady.len() < 2 {
        others.extend(steady);
        Expr::new(uses, move |cx: &mut Cx| join(cx, start.clone(), &others))
    } else {
        let first = join.clone();
        let steady = keep(Expr::new(steady_uses, move |cx: &mut Cx| first(cx, start.clone(), &steady)));
        Expr::new(uses, move |cx: &mut Cx| {
            let found = steady.eval(cx);
            join(cx, found, &others)
        })
    };
    Some(View::Sites(t, variable, region.costly_if(costly).of_sites(filled.filter(|_| all))))
}

/// The view of a condition that does not hold; `sites` is the number of sites of a type, or of the type that has most.
pub(crate) fn negated(part: &Arc<BoolExpr>, sites: impl Fn(Option<SiteType>) -> usize) -> Option<View> {
    let Some(View::Sites(t, variable, region)) = part.view() else { return None };
    let mut everywhere = SiteSet::below(sites(*t));
    if let Some(never) = region.as_constant() {
        everywhere.subtract(never);
        return Some(View::Sites(*t, *variable, Expr::constant(everywhere)));
    }
    let (inner, costly) = (Arc::clone(part), region.costly);
    let region = Expr::new(region.uses, move |cx: &mut Cx| {
        let mut found = everywhere.clone();
        if let Some(View::Sites(_, _, region)) = inner.view() {
            region.look(cx, |region| found.subtract(region));
        }
        found
    });
    Some(View::Sites(*t, *variable, region.costly_if(costly)))
}
