//! `(move Select (from ..) [(to ..)] [mover] [then])`, `(select ..)`: chooses sites and changes nothing.
//!
//! Each start, empty or not, for which `from if:` holds with `from` and `to` on it; with a `to`, each destination for
//! which `to if:` holds. Sites that do not exist are skipped. The level is the top of the stack or the one given; a move
//! with a destination writes only the destination's. (Ludii 1.3.12's behaviour.)

use super::build::{emit, site_type};
use super::{From, To};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::decision("move", "Select", |call, lo| lower(call, lo, true)),
    Row::effect("select", "", |call, lo| lower(call, lo, false)),
];

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let from = From::read_or_variable(call, lo)?;
    let to = To::read(call, lo)?;
    let mover = lo.role_opt(call, "mover")?.map(Role::as_int);
    let then = lo.then(call)?;
    let t = from.t;
    Ok(Moves::generator(move |cx, out| {
        let saved = (cx.it.from, cx.it.to);
        for start in from.place.sites(cx, saved.0) {
            if out.full() || !cx.spend(1) {
                break;
            }
            if cx.state.layout().any_place(t, start).is_none() {
                continue;
            }
            (cx.it.from, cx.it.to) = (start, start);
            if !from.allowed(cx) {
                continue;
            }
            let by = mover.as_ref().map_or(cx.state.mover(), |mover| mover.eval(cx));
            let top = if cx.game.features.stacking { cx.state.height(t, start) - 1 } else { -1 };
            let level = if from.level.is_some() { from.level(cx) } else { top };
            let from_type = site_type(cx, t, start);
            let Some(to) = &to else {
                let kind = ActionKind::Select {
                    from_type,
                    from: start,
                    level_from: level,
                    to_type: from_type,
                    to: -1,
                    level_to: -1,
                };
                emit(out, Move::of(by, start, start, Action::deciding(kind, decision)), then.as_ref());
                continue;
            };
            let t = to.t.unwrap_or(t);
            for site in to.place.sites(cx, start) {
                if out.full() || !cx.spend(1) {
                    break;
                }
                cx.it.to = site;
                if cx.state.layout().any_place(t, site).is_none() || !to.allowed(cx) {
                    continue;
                }
                let top = (cx.state.height(t, site) - 1).max(0);
                let level_to = match &to.level {
                    Some(level) => level.eval(cx),
                    None if cx.game.features.stacking => top,
                    None => 0,
                };
                let to_type = site_type(cx, t, site);
                let kind = ActionKind::Select { from_type, from: start, level_from: -1, to_type, to: site, level_to };
                emit(out, Move::of(by, start, site, Action::deciding(kind, decision)), then.as_ref());
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }))
}
