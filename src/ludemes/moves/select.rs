//! `(move Select (from ..) [(to ..)] [mover] [then])`, `(select ..)`: chooses sites and changes nothing.
//!
//! Each start, empty or not, for which `from if:` holds with `from` and `to` on it; with a `to`, each destination for
//! which `to if:` holds. Sites that do not exist are skipped. The level of the start is written in games with stacks: the
//! one given, or the top. That of the destination is written in every game: the one given, or the top, which is 0 where
//! a piece stands in a game without stacks; none on an empty site. (Ludii 1.3.12's behaviour.)

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
    let default = lo.default_type();
    let t = from.t;
    let deferrable = lo.defers(call);
    Ok(Moves::deferring(deferrable, move |cx, out| {
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
            let level = match (cx.game.features.stacking, &from.level) {
                (false, _) => -1,
                (true, Some(level)) => level.eval(cx),
                (true, None) => cx.state.height(t, start) - 1,
            };
            let from_type = site_type(cx, t, start);
            let Some(to) = &to else {
                if !out.takes() {
                    continue;
                }
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
            let t = to.t.unwrap_or(default);
            for site in to.place.sites(cx, start) {
                if out.full() || !cx.spend(1) {
                    break;
                }
                cx.it.to = site;
                if cx.state.layout().any_place(t, site).is_none() || !to.allowed(cx) || !out.takes() {
                    continue;
                }
                let level_to = match &to.level {
                    Some(level) => level.eval(cx),
                    None => cx.state.height(t, site) - 1,
                };
                let to_type = site_type(cx, t, site);
                let kind =
                    ActionKind::Select { from_type, from: start, level_from: level, to_type, to: site, level_to };
                emit(out, Move::of(by, start, site, Action::deciding(kind, decision)), then.as_ref());
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }))
}
