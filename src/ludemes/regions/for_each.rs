//! `(forEach region if:boolean)`: the sites of a region for which a condition holds, with `site` set.
//!
//! `(forEach of:region region)`: the union of a region over the sites of another, with `site` set.
//! `(forEach players region)`: the union of a region over players, with `player` set.
//! The variable has its old value again afterwards. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

/// How many sites are asked about one by one.
const FEW: usize = 4;

pub(super) const ROWS: &[Row] = &[Row::region("forEach", "", lower).binds_site()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    if call.get("players").is_some() {
        return per_player(call, lo);
    }
    if call.get("of").is_some() {
        return per_site(call, lo);
    }
    let region = lo.region(call, "region")?;
    let condition = lo.boolean(call, "if")?;
    let uses = region.uses | condition.uses.without(Uses::SITE);
    let t = lo.default_type();
    let sites = lo.board().len(t);
    let at_once = lo.skips(call) && condition.on_sites_while(t, Uses::SITE, Uses::NONE).is_some();
    let chosen = Expr::new(uses, move |cx| {
        let mut found = region.eval(cx);
        // Asking about a few sites may be less work than asking about all.
        let few = found.len() < FEW;
        if at_once
            && !few
            && found.ends_below(sites)
            && let Some(holds) = condition.on_sites_while(t, Uses::SITE, Uses::NONE)
        {
            holds.look(cx, |holds| found.intersect_with(holds));
            return found;
        }
        let candidates = std::mem::take(&mut found);
        let saved = cx.it.site;
        for site in &candidates {
            cx.it.site = site;
            if !cx.spend(1) {
                break;
            }
            if condition.eval(cx) {
                found.insert(site);
            }
        }
        cx.it.site = saved;
        found
    });
    Ok(lo.keep(call, chosen))
}

fn per_site(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let sites = lo.region(call, "of")?;
    let region = lo.region(call, "region")?;
    let uses = sites.uses | region.uses.without(Uses::SITE);
    let all = Expr::new(uses, move |cx| {
        let mut found = SiteSet::new();
        let saved = cx.it.site;
        for site in &sites.eval(cx) {
            cx.it.site = site;
            if !cx.spend(1) {
                break;
            }
            found.union_with(&region.eval(cx));
        }
        cx.it.site = saved;
        found
    });
    Ok(lo.keep(call, all))
}

fn per_player(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let players = lo.ints(call, "players")?;
    let region = lo.region(call, "region")?;
    let uses = players.uses | region.uses.without(Uses::PLAYER);
    Ok(Expr::new(uses, move |cx| {
        let mut found = SiteSet::new();
        let saved = cx.it.player;
        for player in players.eval(cx) {
            cx.it.player = player;
            if !cx.spend(1) {
                break;
            }
            found.union_with(&region.eval(cx));
        }
        cx.it.player = saved;
        found
    }))
}
