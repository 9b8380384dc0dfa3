//! `(sites player | role ["Name"])`, `(sites "Name")`: the regions of the equipment.
//!
//! Of a player: all his regions, with a name those whose name contains it; `Neutral` stands for the regions without
//! owner, `All` and `Each` for none. By name alone: the regions of exactly this name, whoever owns them, unless the
//! name is written like a coordinate (`"B2"`), which always means the site of that label. (Ludii 1.3.12's behaviour.)

use super::listed::{is_coordinate, labelled};
use crate::engine::equipment::NamedRegion;
use crate::ludemes::prelude::*;

pub(super) fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let name = call.text("name").cloned();
    let Some(owner) = call.get("player").or_else(|| call.get("role")) else {
        let name = name.unwrap_or_default();
        if is_coordinate(&name) {
            return Ok(Expr::constant(labelled(&lo.board(), lo.site_type(call, "siteType"), &[name])));
        }
        return Ok(by_name(&name, lo));
    };
    if matches!(lo.role_opt(call, "role")?, Some(Role::All | Role::Each)) {
        return Ok(Expr::constant(SiteSet::new()));
    }
    let owner = lo.player_arg(owner)?;
    let regions = Arc::clone(&lo.regions);
    let fits = move |region: &NamedRegion| name.as_ref().is_none_or(|name| region.name.contains(&**name));
    if let Some(&owner) = owner.as_constant() {
        return Ok(merged(&regions, |region| region.owner == owner && fits(region)));
    }
    let of_player = |player: i32| merged(&regions, |region| region.owner == player && fits(region));
    let each: Vec<RegionExpr> = (0..=lo.equipment.players + 1).map(of_player).collect();
    // Where the regions stand still, those of each player are put together once.
    if let Some(constants) = each.iter().map(|region| region.as_constant().cloned()).collect() {
        return Ok(Expr::chosen(owner, constants));
    }
    let uses = owner.uses | uses_of(&each);
    let region = Expr::new(uses, move |cx| {
        let owner = usize::try_from(owner.eval(cx)).ok();
        owner.and_then(|owner| each.get(owner)).map(|region| region.eval(cx)).unwrap_or_default()
    });
    Ok(lo.keep(call, region))
}

/// The union of the regions of exactly this name.
pub(super) fn by_name(name: &str, lo: &Lowering) -> RegionExpr {
    merged(&lo.regions, |region| &*region.name == name)
}

fn merged(regions: &Arc<Vec<NamedRegion>>, wanted: impl Fn(&NamedRegion) -> bool) -> RegionExpr {
    let chosen: Vec<usize> = (0..regions.len()).filter(|&i| wanted(&regions[i])).collect();
    let parts = || chosen.iter().flat_map(|&i| &regions[i].parts);
    if let Some(sets) = parts().map(|part| part.as_constant()).collect::<Option<Vec<_>>>() {
        let mut all = SiteSet::new();
        sets.into_iter().for_each(|set| all.union_with(set));
        return Expr::constant(all);
    }
    let uses = uses_of(parts().map(|part| &**part));
    let regions = Arc::clone(regions);
    Expr::new(uses, move |cx| {
        let mut all = SiteSet::new();
        for &i in &chosen {
            add(&regions[i], cx, &mut all);
        }
        all
    })
}

fn add(region: &NamedRegion, cx: &mut Cx, all: &mut SiteSet) {
    for part in &region.parts {
        part.look(cx, |set| all.union_with(set));
    }
}
