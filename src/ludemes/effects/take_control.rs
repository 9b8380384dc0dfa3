//! `(take Control of:owner by:player [at:site|to:sites] [type] [then])`: pieces change hands.
//!
//! On each site of the owner (among those listed) the piece is removed and the piece of the same name of the new owner
//! added, with its data; a piece the new owner does not have stays. One move per site: those listed ascending, otherwise
//! in the order of the owned lists, each once. `of:All` means pieces of every owner, those of nobody and of the new
//! owner too. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: without a list of sites the order is that of the owned lists; no recording tells.

use super::build::{emit, site_type};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("take", "Control", lower).history_dependent()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let mut player = |name: &str| lo.player_arg(lo.one_of(call, &[name], "both players are needed")?);
    let (of, by) = (player("of")?, player("by")?);
    let all = matches!(call.get("of").map(|arg| &arg.value), Some(Value::Word { word: "All", .. }));
    let t = lo.site_type(call, "type");
    let listed = call.get("at").or_else(|| call.get("to")).map(|sites| lo.sites_arg(sites)).transpose()?;
    let then = lo.then(call)?;
    lo.reads_lists |= listed.is_none();
    Ok(Moves::generator(move |cx, out| {
        let (of, by) = (of.eval(cx), by.eval(cx));
        let sites: Vec<i32> = match &listed {
            Some(sites) => sites.eval(cx).into_vec(),
            None => {
                let equipment = &cx.game.equipment;
                let components =
                    (1..equipment.components.len()).filter(|&c| all || equipment.components[c].owner == of);
                let mut seen = SiteSet::new();
                let mut sites = Vec::new();
                for location in components.flat_map(|component| cx.state.locations(component)) {
                    if location.t == t && !seen.contains(location.site) {
                        seen.insert(location.site);
                        sites.push(location.site);
                    }
                }
                sites
            }
        };
        for site in sites {
            if !cx.spend(1) {
                return;
            }
            let piece = cx.state.piece(t, site, None);
            if piece.what == 0 || !all && i32::from(piece.who) != of {
                continue;
            }
            let equipment = &cx.game.equipment;
            let base = &equipment.components[usize::from(piece.what)].base;
            let Some(what) = equipment.components_of(by).find(|&c| equipment.components[c].base == *base) else {
                continue;
            };
            let t = site_type(cx, t, site);
            let mut m = Move::of(0, -1, -1, Action::new(ActionKind::removing(t, site)));
            m.act(ActionKind::Add {
                t: Some(t),
                to: site,
                level: -1,
                what: what as i32,
                count: piece.count.max(1),
                data: PieceData::of(piece),
                stack: false,
            });
            emit(out, m, then.as_ref());
        }
    }))
}
