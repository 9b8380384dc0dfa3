//! `(move Remove [type] <site or region> [level:] [at:] [count:] [then])`, `(remove ..)`: takes pieces off.
//!
//! One move per occupied site, ascending. The level, by default the top one, is that of the stack as it stands now; no
//! level is written for the top of a stack. `count:` repeats the very same action, and only the first is the decision:
//! on a stack each takes one level, a counted site is cleared by the first. With `at:EndOfTurn` the action only notes the site for
//! removal at the end of the turn. (Ludii 1.3.12's behaviour.) `at:StartOfTurn` is not carried out.

use super::build::{emit, occupied, site_type};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::decision("move", "Remove", |call, lo| lower(call, lo, true)),
    Row::effect("remove", "", |call, lo| lower(call, lo, false)),
];

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let t = lo.site_type(call, "type");
    let sites = match lo.sites_opt(call, "locationFunction")? {
        Some(sites) => sites,
        None => match lo.sites_opt(call, "regionFunction")? {
            Some(sites) => sites,
            None => return lo.wrong(&call.origin, "a removal needs a site or a region"),
        },
    };
    let level = lo.int_opt(call, "level")?;
    let applied = match call.word("at") {
        None => true,
        Some("EndOfTurn") => false,
        Some(_) => return lo.unsupported(&call.origin, "removal at the start of the turn"),
    };
    let count = lo.int_or(call, "count", 1)?;
    let then = lo.then(call)?;
    let deferrable = lo.defers(call);
    Ok(Moves::deferring(deferrable, move |cx, out| {
        for site in sites.eval(cx) {
            if !cx.spend(1) {
                return;
            }
            if !occupied(cx, t, site) || !out.takes() {
                continue;
            }
            let level = level.as_ref().map_or(-1, |level| level.eval(cx).max(0));
            let top = level + 1 == cx.state.height(t, site);
            let level = if top || !cx.game.features.stacking { -1 } else { level };
            let count = count.eval(cx);
            let kind = ActionKind::Remove { t: site_type(cx, t, site), to: site, level, applied };
            let mut m = Move::of(cx.state.mover(), site, site, Action::deciding(kind.clone(), decision));
            for _ in 1..count {
                if !cx.spend(1) {
                    return;
                }
                m.items.push(Item::Action(Action::new(kind.clone())));
            }
            emit(out, m, then.as_ref());
            if out.full() {
                return;
            }
        }
    }))
}
