//! `(count Pieces [type] [role | of:int] ["name"] [in:region] [if:boolean])`: how many pieces there are.
//!
//! Which ones: see [`super::pieces`]. `"Bag"` counts the dominoes that nobody has yet. `of:` a player who does not
//! exist is an error. (Ludii 1.3.12's behaviour.)

use super::pieces::{self, PieceSelection};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::int("count", "Pieces", lower).binds_site().may_fail_unless(pieces::names_players)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    if call.text("name").is_some_and(|name| **name == *"Bag") {
        return Ok(Expr::new(Uses::OTHER, |cx| cx.state.dominoes_left().count() as i32));
    }
    let selection = PieceSelection::read(call, lo)?;
    let numbers = selection.numbers(call, lo);
    let quick = selection.quick;
    let count = Expr::new(selection.uses, move |cx| selection.count(cx));
    let count = if quick { count } else { lo.keep(call, count) };
    Ok(count.seen_as(numbers))
}
