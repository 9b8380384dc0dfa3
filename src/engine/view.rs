//! What expressions say of all sites at once.
//!
//! A condition that asks about one site can often be answered for every site of the board by operations on sets, as bitboards
//! do it. Where a ludeme knows how, it says so beside its evaluator; whoever would ask site by site looks for it.

use crate::board::SiteType;
use crate::engine::context::Cx;
use crate::engine::expr::{BoolExpr, Expr, IntExpr, RegionExpr};
use crate::engine::site_set::SiteSet;
use crate::engine::uses::Uses;
use std::sync::Arc;

/// What is known of an expression besides how to evaluate it.
#[derive(Debug)]
pub(crate) enum View {
    /// It is this iterator variable.
    Variable(Uses),
    /// It is the owner of what stands on the site that this iterator variable names, 0 for nobody.
    Owner(SiteType, Uses),
    /// It is a condition that holds for a site of the board, named by this iterator variable, if the site is in the region;
    /// of a site type, or of any.
    Sites(Option<SiteType>, Uses, RegionExpr),
}

impl BoolExpr {
    /// The sites for which it holds, where it asks about sites of this type by this iterator variable and by no other.
    pub(crate) fn on_sites(&self, t: SiteType, variable: Uses) -> Option<&RegionExpr> {
        match self.view()? {
            View::Sites(of, by, region)
                if of.is_none_or(|of| of == t)
                    && *by == variable
                    && !region.uses.any(Uses::ITERATORS | Uses::VOLATILE) =>
            {
                Some(region)
            }
            _ => None,
        }
    }
}

/// The view of a condition on the owner of a site, from what it says of each player and of nobody. `players` is the highest
/// number of an owner, `sites` the number of sites of the type.
pub(crate) fn by_owner(
    owner: &IntExpr,
    uses: Uses,
    (players, sites): (i32, usize),
    holds: impl Fn(&mut Cx, i32) -> bool + Send + Sync + 'static,
) -> Option<View> {
    let View::Owner(t, variable) = *owner.view()? else { return None };
    let region = Expr::new(uses | Uses::BOARD, move |cx: &mut Cx| {
        let nobody = holds(cx, 0);
        let mut found = if nobody { SiteSet::below(sites) } else { SiteSet::new() };
        for player in 1..=players {
            let wanted = holds(cx, player);
            if wanted != nobody
                && let Some(owned) = cx.state.room(0, t).and_then(|room| room.owned(player as u8))
            {
                if wanted {
                    found.union_with(owned);
                } else {
                    found.subtract(owned);
                }
            }
        }
        found
    });
    Some(View::Sites(Some(t), variable, region))
}

/// The view of several conditions of which all hold, or else any: those without a view must not ask about any iterator
/// variable. `sites` as for [`negated`].
pub(crate) fn joined(parts: &Arc<[BoolExpr]>, all: bool, sites: impl Fn(Option<SiteType>) -> usize) -> Option<View> {
    let (mut t, mut variable, mut uses) = (None, None, Uses::NONE);
    for part in parts.iter() {
        match part.view() {
            Some(View::Sites(of, by, region)) => {
                if variable.is_some_and(|variable| variable != *by) || t.is_some() && of.is_some() && t != *of {
                    return None;
                }
                variable = Some(*by);
                t = t.or(*of);
                uses |= region.uses;
            }
            _ if part.uses.any(Uses::ITERATORS | Uses::VOLATILE) => return None,
            _ => uses |= part.uses,
        }
    }
    let variable = variable?;
    let everywhere = SiteSet::below(sites(t));
    let parts = Arc::clone(parts);
    let region = Expr::new(uses, move |cx: &mut Cx| {
        let mut found = if all { everywhere.clone() } else { SiteSet::new() };
        for part in parts.iter() {
            match part.view() {
                Some(View::Sites(_, _, region)) if all => region.look(cx, |region| found.intersect_with(region)),
                Some(View::Sites(_, _, region)) => region.look(cx, |region| found.union_with(region)),
                _ if part.eval(cx) == all => {}
                _ => return if all { SiteSet::new() } else { everywhere.clone() },
            }
        }
        found
    });
    Some(View::Sites(t, variable, region))
}

/// The view of a condition that does not hold; `sites` is the number of sites of a type, or of the type that has most.
pub(crate) fn negated(part: &Arc<BoolExpr>, sites: impl Fn(Option<SiteType>) -> usize) -> Option<View> {
    let Some(View::Sites(t, variable, region)) = part.view() else { return None };
    let everywhere = SiteSet::below(sites(*t));
    let inner = Arc::clone(part);
    let region = Expr::new(region.uses, move |cx: &mut Cx| {
        let mut found = everywhere.clone();
        if let Some(View::Sites(_, _, region)) = inner.view() {
            region.look(cx, |region| found.subtract(region));
        }
        found
    });
    Some(View::Sites(*t, *variable, region))
}
