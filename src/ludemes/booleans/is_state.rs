//! `(is Full)`, `(is Pending)`, `(is Visited int)`, `(is Triggered "event" player)`, `(is Decided "text")`,
//! `(is Proposed "text")`: facts of the state.
//!
//! No site of the board is empty; a value is pending; the site was visited in this turn; the player is still playing
//! and something was triggered for him (which event is not stored); the vote was decided so, or this is proposed.
//! (Ludii 1.3.12's behaviour.)

use crate::engine::role::bit;
use crate::ludemes::ints::player;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::boolean("is", "Full", full),
    Row::boolean("is", "Pending", pending),
    Row::boolean("is", "Visited", visited).requires(|needs, _| needs.features.visited = true),
    Row::boolean("is", "Triggered", triggered),
    Row::boolean("is", "Decided", decided),
    Row::boolean("is", "Proposed", proposed),
];

fn full(_: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.default_type();
    Ok(Expr::new(Uses::BOARD, move |cx| cx.state.empty_sites(t).is_empty()))
}

fn pending(_: &Ludeme, _: &mut Lowering) -> Lowered<BoolExpr> {
    Ok(Expr::new(Uses::OTHER, |cx| !cx.state.pending.is_empty()))
}

fn visited(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let site = lo.int(call, "value")?;
    Ok(site.with(Uses::OTHER, move |cx, site| cx.state.visited.contains(site)))
}

fn triggered(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let player = player(call, lo)?;
    Ok(player.with(Uses::OTHER | Uses::TURN, move |cx, player| {
        cx.state.is_active(player) && cx.state.triggered & bit(player) != 0
    }))
}

/// The number of the text a ludeme is about.
fn text(call: &Ludeme, lo: &mut Lowering) -> Lowered<i32> {
    match call.text("string") {
        Some(text) => Ok(lo.vote(text)),
        None => lo.wrong(&call.origin, format!("`({})` needs a text", call.form.title())),
    }
}

fn decided(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let text = text(call, lo)?;
    Ok(Expr::new(Uses::OTHER, move |cx| cx.state.decided == text))
}

fn proposed(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let text = text(call, lo)?;
    Ok(Expr::new(Uses::OTHER, move |cx| cx.state.propositions.contains(&text)))
}
