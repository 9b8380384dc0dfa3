//! `(is Mover player)`, `(is Next ..)`, `(is Prev ..)`, `(is Enemy ..)`, `(is Friend ..)`, `(is Active ..)`: who a
//! player is.
//!
//! Enemy is anybody but 0 and the mover, or, with teams, but the mover's team; friend is the mover, or his team. Active
//! are players still playing. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::player;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::boolean("is", "Mover", |call, lo| test(|cx, player| player == cx.state.mover(), call, lo)),
    Row::boolean("is", "Next", |call, lo| test(|cx, player| player == cx.state.next(), call, lo)),
    Row::boolean("is", "Prev", |call, lo| test(|cx, player| player == cx.state.prev(), call, lo)),
    Row::boolean("is", "Enemy", |call, lo| test(|cx, player| player != 0 && !with_mover(cx, player), call, lo)),
    Row::boolean("is", "Friend", |call, lo| test(|cx, player| player != 0 && with_mover(cx, player), call, lo)),
    Row::boolean("is", "Active", |call, lo| test(|cx, player| cx.state.is_active(player), call, lo)),
];

fn test(holds: fn(&Cx, i32) -> bool, call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let player = player(call, lo)?;
    let view = match player.view() {
        Some(View::Owner(..) | View::State(..) | View::Through(..)) => {
            lo.told_of_sites(call, &player, Uses::TURN, move |_| move |cx: &Cx, player| holds(cx, player))
        }
        _ => None,
    };
    // Nobody is neither an enemy nor a friend.
    let view = view.map(|view| match (view, call.form.keyword) {
        (View::Sites(t, by, region), Some("Enemy" | "Friend")) if matches!(player.view(), Some(View::Owner(..))) => {
            View::Sites(t, by, region.of_sites(Some(Occupancy::Occupied)))
        }
        (view, _) => view,
    });
    let uses = player.uses | Uses::TURN;
    let test = match player.view() {
        // Asked most of all, of the owner of a site: read at once.
        Some(View::Owner(t, variable)) => {
            let (t, variable) = (*t, *variable);
            Expr::new(uses, move |cx: &mut Cx| {
                let owner = cx.state.who_exactly(t, cx.it.site_of(variable));
                holds(cx, owner)
            })
        }
        _ => player.with(Uses::TURN, move |cx, player| holds(cx, player)),
    };
    Ok(test.seen_as(view))
}

fn with_mover(cx: &Cx, player: i32) -> bool {
    let mover = cx.state.mover();
    player == mover || (cx.game.features.teams && cx.state.team(player) == cx.state.team(mover))
}
