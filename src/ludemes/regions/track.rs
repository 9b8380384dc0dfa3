//! `(sites Track [player | role] ["Name"] [from:int] [to:int])`: the sites of a track, or of a stretch of it.
//!
//! The track is the iterated one, if tracks are; else the first of exactly that name, or whose name contains `Name` and
//! that belongs to the player or to nobody; without a name the first of the player or of nobody, without a player of
//! nobody. A stretch runs forward from `from:`, or the first site, to `to:` and goes on at the first site after the
//! last; without a `to:` on the track it is all of it. A `from:` off the track gives nothing. (Ludii 1.3.12's
//! behaviour.)

use crate::engine::equipment::{Equipment, Track};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Track", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let equipment = Arc::clone(&lo.equipment);
    let player = call.get("pid").or_else(|| call.get("role")).map(|player| lo.player_arg(player)).transpose()?;
    let name = call.text("name").cloned();
    let from = lo.int_opt(call, "from")?;
    let to = lo.int_opt(call, "to")?;
    let iterated = lo.iterates_tracks;
    let own = if iterated { Uses::TRACK } else { Uses::NONE };
    let uses = own | uses_of(&player) | uses_of(&from) | uses_of(&to);
    let region = Expr::new(uses, move |cx| {
        let player = player.as_ref().map(|player| player.eval(cx));
        let from = from.as_ref().map(|from| from.eval(cx));
        let to = to.as_ref().map(|to| to.eval(cx));
        let bound =
            usize::try_from(cx.it.track).ok().filter(|_| iterated).and_then(|track| equipment.tracks.get(track));
        bound
            .or_else(|| chosen(&equipment, player, name.as_deref()))
            .map_or_else(SiteSet::new, |track| stretch(track, from, to))
    });
    Ok(lo.keep(call, region))
}

fn chosen<'a>(equipment: &'a Equipment, player: Option<i32>, name: Option<&str>) -> Option<&'a Track> {
    let player = player.unwrap_or(0);
    let open_to = |track: &Track| track.owner == player || track.owner == 0;
    equipment.tracks.iter().find(|track| match name {
        Some(name) => *track.name == *name || track.name.contains(name) && open_to(track),
        None => open_to(track),
    })
}

fn stretch(track: &Track, from: Option<i32>, to: Option<i32>) -> SiteSet {
    let sites = &track.sites;
    let start = from.map_or(Some(0), |from| sites.iter().position(|&site| site == from));
    let Some(start) = start else { return SiteSet::new() };
    let mut found = SiteSet::new();
    for &site in sites[start..].iter().chain(&sites[..start]) {
        found.insert(site);
        if Some(site) == to {
            break;
        }
    }
    found
}
