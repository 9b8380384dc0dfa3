//! `(last To [afterConsequence:boolean])`, `(last From ..)`, `(last LevelTo ..)`, `(last LevelFrom ..)`: the most
//! recent move's sites and levels.
//!
//! The recorded sites of the move; -1 for a pass and when there is no move. Placements of the start rules are moves
//! too. `afterConsequence:True` gives the last site that is not negative among all actions of the move, consequences
//! included. While a move's own consequences run, it is the last move.
//!
//! The levels are those of the first decision among its actions: as written for a piece that moves, is put down, taken
//! off, promoted or selected; 0 where none is written and without a decision; -1 without a move.
//! (Ludii 1.3.12's behaviour.)

use crate::engine::history::MoveHead;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("last", "To", |call, lo| site(call, |made| (made.to, made.last.1), lo)).requires(consequences),
    Row::int("last", "From", |call, lo| site(call, |made| (made.from, made.last.0), lo)).requires(consequences),
    Row::int("last", "LevelTo", |_, _| Ok(level(Action::level_to)))
        .requires(|needs, _| needs.features.last_actions = true),
    Row::int("last", "LevelFrom", |_, _| Ok(level(Action::level_from)))
        .requires(|needs, _| needs.features.last_actions = true),
];

fn consequences(needs: &mut Requirements, call: &Ludeme) {
    needs.features.last_consequences |= call.get("afterConsequence").is_some();
}

/// Reads the recorded site, or else the last one of the actions.
fn site(call: &Ludeme, read: fn(&MoveHead) -> (i32, i32), lo: &mut Lowering) -> Lowered<IntExpr> {
    let after = lo.bool_or(call, "afterConsequence", false)?;
    if after.as_constant() == Some(&false) {
        return Ok(Expr::new(Uses::HISTORY, move |cx| cx.last().map_or(-1, |made| read(made).0)));
    }
    Ok(after.with(Uses::HISTORY, move |cx, after| {
        let (recorded, last) = cx.last().map_or((-1, -1), read);
        if after { last } else { recorded }
    }))
}

fn level(of_action: fn(&Action) -> i32) -> IntExpr {
    Expr::new(Uses::HISTORY, move |cx| match cx.last_move() {
        Some(last) => last.decision().map_or(0, of_action).max(0),
        None => -1,
    })
}
