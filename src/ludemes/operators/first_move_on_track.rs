//! `(firstMoveOnTrack ["Track"] [owner] moves [then])`: the moves for the first site of a track that gives any.
//!
//! `site` is each site of the track in turn. The track is the first whose name contains the name and, if a role is
//! given, whose owner fits. A `then` is read and never run. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("firstMoveOnTrack", "", lower).binds_site()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let name = call.text("trackName").cloned();
    let owner = lo.role_opt(call, "owner")?.map(Role::as_int);
    let moves = lo.moves(call, "moves")?;
    Ok(Moves::generator(move |cx, out| {
        let owner = owner.as_ref().map(|owner| owner.eval(cx));
        let equipment = Arc::clone(&cx.game.equipment);
        let named = |track: &&crate::engine::equipment::Track| {
            name.as_deref().is_none_or(|name| track.name.contains(name))
                && owner.is_none_or(|owner| track.owner == owner)
        };
        let Some(track) = equipment.tracks.iter().find(named) else { return };
        let start = out.moves.len();
        let saved = cx.it.site;
        for &site in &track.sites {
            if site < 0 || !cx.spend(1) {
                break;
            }
            cx.it.site = site;
            moves.eval(cx, out);
            if out.moves.len() > start {
                break;
            }
        }
        cx.it.site = saved;
    }))
}
