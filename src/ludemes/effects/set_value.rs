//! `(set Value [type] at:site [level:] n [then])`: sets the piece value of a site;
//! `(set Value <player or role> n [then])`: sets the value of players.
//!
//! Of a site: empty or not, nothing for a negative value or a site that does not exist. Of players: one move each, by
//! the mover. (Ludii 1.3.12's behaviour.)

use super::build::{emit, site_type};
use super::{actions, players};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("set", "Value", lower).requires(Requirements::acts_on)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    if call.get("at").is_none() {
        return of_players(call, lo);
    }
    of_site(call, lo, |t, to, level, value| ActionKind::SetValue { t, to, level, value })
}

/// Sets a number of a site by an action; nothing for a negative number or a site that does not exist.
pub(super) fn of_site(
    call: &Ludeme,
    lo: &mut Lowering,
    set: impl Fn(SiteType, i32, i32, i32) -> ActionKind + Send + Sync + 'static,
) -> Lowered<MovesExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int(call, "at")?;
    let level = lo.int_or(call, "level", -1)?;
    let value = lo.int(call, "value")?;
    let then = lo.then(call)?;
    Ok(actions(then, move |cx, act| {
        let (to, level, value) = (site.eval(cx), level.eval(cx), value.eval(cx));
        if value >= 0 && cx.state.layout().any_place(t, to).is_some() {
            act(set(site_type(cx, t, to), to, level, value));
        }
    }))
}

fn of_players(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let players = players(call, lo)?;
    let value = lo.int(call, "value")?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let value = value.eval(cx);
        for player in players.eval(cx) {
            let action = Action::new(ActionKind::SetValueOfPlayer { player, value });
            emit(out, Move::of(cx.state.mover(), -1, -1, action), then.as_ref());
        }
    }))
}
