//! `(is Connected [int] [type] [at:int] [directions] {region ..}|role|static)`,
//! `(is Blocked [int] [type] [directions] {region ..}|role|static)`: regions joined by a group, or that can no longer
//! be.
//!
//! The regions are the listed ones, or all regions of the equipment that the role owns, each listed part being one, or
//! those of a static family of the board. Connected: the group of the site (the last move's `to` by default), of sites
//! with the same owner joined by steps in the directions (`Adjacent` by default), touches at least so many of them, all
//! by default; False for a site off the board or that nobody owns. If the role does not own the site, only the site
//! itself counts. Blocked: no group of sites that are empty or owned by the role (the mover by default) that starts in
//! the first region reaches so many of them. (Ludii 1.3.12's behaviour.)
//!
//! Differences: the static families `Diagonals` and `HintRegions` are not carried out.

use super::region_list::RegionList;
use crate::ludemes::ints::group::Growth;
use crate::ludemes::ints::site_or_last_to;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Connected", connected), Row::boolean("is", "Blocked", blocked)];

fn connected(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let growth = Growth::read(call, lo)?;
    let number = lo.int_opt(call, "number")?;
    let at = site_or_last_to(call, "at", lo)?;
    let regions = RegionList::read(call, growth.t, lo)?;
    let told_by_sets = lo.has_views() && call.get("regions").is_none_or(|regions| lo.is_harmless_arg(regions));
    Ok(at.with(growth.uses() | uses_of(&number) | regions.uses() | Uses::BOARD, move |cx, site| {
        if !(0..growth.sites()).contains(&site) {
            return false;
        }
        let who = cx.state.who(growth.t, site);
        if who == 0 {
            return false;
        }
        let number = number.as_ref().map(|number| number.eval(cx));
        let enough = |(touched, all): (i32, i32)| touched >= number.unwrap_or(all);
        if regions.player(cx).is_some_and(|player| player != who) {
            let alone = [site].into_iter().collect();
            return enough(regions.touched(cx, &alone));
        }
        if let Some(constant) = regions.constant(&cx.game, who)
            && let Some(met) = growth.regions_met(cx, site, who as u8, constant)
        {
            return enough((met as i32, constant.len() as i32));
        }
        // What all sites of the owner do not touch, no group of them does.
        let owned =
            cx.state.site_store(0, growth.t).and_then(|store| store.owned(who as u8)).filter(|_| told_by_sets).cloned();
        if owned.is_some_and(|owned| !enough(regions.touched(cx, &owned))) {
            return false;
        }
        let group = growth.group_of_owner(cx, site, false).unwrap_or_else(|| {
            let mut group = SiteSet::new();
            growth.grow(cx, site, &mut group, |cx, to| cx.state.who(growth.t, to) == who);
            group
        });
        enough(regions.touched(cx, &group))
    }))
}

fn reached(regions: &[SiteSet], group: &SiteSet) -> i32 {
    regions.iter().filter(|region| region.intersects(group)).count() as i32
}

fn blocked(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let growth = Growth::read(call, lo)?;
    let number = lo.int_opt(call, "number")?;
    let regions = RegionList::read(call, growth.t, lo)?;
    Ok(Expr::new(growth.uses() | uses_of(&number) | regions.uses() | Uses::BOARD | Uses::TURN, move |cx| {
        let wanted = regions.eval(cx);
        let number = number.as_ref().map(|number| number.eval(cx)).unwrap_or(wanted.len() as i32);
        let player = regions.player(cx).unwrap_or(cx.state.mover());
        let Some(first) = wanted.first() else { return false };
        let mut seen = SiteSet::new();
        // Where sets tell what is open, groups grow over sets.
        let all_open = growth.sites_of(cx, player).map(|mut sites| {
            sites.union_with(cx.state.empty_sites(growth.t));
            sites
        });
        let open =
            |cx: &mut Cx, site: i32| cx.state.is_empty_site(growth.t, site) || cx.state.who(growth.t, site) == player;
        for start in first {
            if start >= growth.sites() || seen.contains(start) || !open(cx, start) {
                continue;
            }
            let at_once = all_open.as_ref().and_then(|sites| growth.group_within(cx, sites, start));
            let group = match at_once {
                Some(group) => {
                    seen.union_with(&group);
                    group
                }
                None => growth.grow(cx, start, &mut seen, open).into_iter().collect(),
            };
            if reached(&wanted, &group) >= number {
                return false;
            }
        }
        true
    }))
}
