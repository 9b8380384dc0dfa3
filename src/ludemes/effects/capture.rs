//! What the effects that capture have in common.

use super::build::site_type;
use crate::ludemes::moves::Apply;
use crate::ludemes::prelude::*;

/// Which iterator variable holds the site that is looked at.
#[derive(Clone, Copy)]
pub(super) enum Seen {
    Between,
    To,
}

/// Whom a default condition looks for.
#[derive(Clone, Copy)]
pub(super) enum Whom {
    Enemy,
    Friend,
}

/// A test of a site; without a condition the number of the site is taken for a player (Ludii 1.3.12's behaviour).
pub(super) fn test(condition: Option<&BoolExpr>, cx: &mut Cx, site: i32, seen: Seen, whom: Whom) -> bool {
    match seen {
        Seen::Between => cx.it.between = site,
        Seen::To => cx.it.to = site,
    }
    if let Some(condition) = condition {
        return condition.eval(cx);
    }
    let mover = cx.state.mover();
    let friend = site == mover || cx.game.features.teams && cx.state.team(site) == cx.state.team(mover);
    match whom {
        Whom::Friend => friend,
        Whom::Enemy => (1..=cx.state.players()).contains(&site) && !friend,
    }
}

/// Appends the effect on a captured site, which by default removes what stands there.
pub(super) fn capture(apply: Option<&Apply>, cx: &mut Cx, out: &mut Out, t: SiteType, site: i32, seen: Seen) {
    match seen {
        Seen::Between => cx.it.between = site,
        Seen::To => cx.it.to = site,
    }
    let effect = apply.and_then(|apply| apply.effect.as_ref());
    match effect {
        Some(effect) if apply.is_none_or(|apply| apply.applies(cx)) => effect.eval(cx, out),
        None if cx.state.is_occupied(t, site) => {
            let kind = ActionKind::Remove { t: site_type(cx, t, site), to: site, level: -1, applied: true };
            out.push(Move::of(cx.state.mover(), site, site, Action::new(kind)));
        }
        _ => {}
    }
}
