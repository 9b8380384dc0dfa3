//! `(count Pieces [type] [role | of:int] ["name"] [in:region] [if:boolean])`: how many pieces there are.
//!
//! Which ones: see [`super::pieces`]. `"Bag"` counts the dominoes that nobody has yet. `of:` a player who does not exist is an error. (Ludii 1.3.12's behaviour.)

use super::pieces::PieceSelection;
use crate::ludemes::prelude::*;
use std::ops::ControlFlow;

pub(super) const ROWS: &[Row] = &[Row::int("count", "Pieces", lower).may_fail_unless(|call| call.get("of").is_none())];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    if call.text("name").is_some_and(|name| **name == *"Bag") {
        return Ok(Expr::new(Uses::OTHER, |cx| cx.state.dominoes_left().count() as i32));
    }
    let selection = PieceSelection::read(call, lo)?;
    let count = Expr::new(selection.uses, move |cx| {
        let mut sum = 0i32;
        selection.visit(cx, |count| {
            sum = sum.wrapping_add(count);
            ControlFlow::Continue(())
        });
        sum
    });
    Ok(lo.keep(call, count))
}
