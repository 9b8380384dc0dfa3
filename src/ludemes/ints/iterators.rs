//! `(site)`, `(to)`, `(from [at:StartOfTurn])`, `(between)`, `(level)`, `(player)`, `(track)`, `(pips)`: the iterator
//! variables, -1 where nothing sets them.
//!
//! `(from at:StartOfTurn)` is where the earliest of the last moves in a row by the present mover started; -1 if the
//! last move was not his. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("site", "", |_, _| Ok(variable(Uses::SITE, |cx| cx.it.site))),
    Row::int("to", "", |_, _| Ok(variable(Uses::TO, |cx| cx.it.to))),
    Row::int("from", "", from).history_dependent_if(|call| call.word("at").is_some()),
    Row::int("between", "", |_, _| Ok(variable(Uses::BETWEEN, |cx| cx.it.between))),
    Row::int("level", "", |_, _| Ok(Expr::read(Uses::LEVEL, |cx| cx.it.level)))
        .requires(|needs, _| needs.features.stacking = true),
    Row::int("player", "", |_, _| Ok(Expr::read(Uses::PLAYER, |cx| cx.it.player))),
    Row::int("track", "", |_, _| Ok(Expr::read(Uses::TRACK, |cx| cx.it.track))),
    Row::int("pips", "", |_, _| Ok(Expr::read(Uses::PIPS, |cx| cx.it.pips))),
];

/// Whether a ludeme is the iterator variable `site`.
pub(in crate::ludemes) fn is_site(call: &Ludeme) -> bool {
    call.form.head == "site"
}

fn variable(which: Uses, get: fn(&Cx) -> i32) -> IntExpr {
    Expr::read(which, get).seen_as(Some(View::Variable(which)))
}

fn from(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    match call.word("at") {
        None => Ok(variable(Uses::FROM, |cx| cx.it.from)),
        Some("StartOfTurn") => Ok(Expr::new(Uses::HISTORY | Uses::TURN, |cx| {
            let mover = cx.state.mover();
            cx.history.made().iter().rev().take_while(|m| m.mover == mover).last().map_or(-1, |m| m.from)
        })),
        Some(word) => lo.unsupported(&call.origin, format_args!("`(from at:{word})`")),
    }
}
