//! `(no Pieces [type] [role | of:int] ["name"] [in:region])`: there is no such piece.
//!
//! Which ones: as in `(count Pieces ..)`. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::pieces::PieceSelection;
use crate::ludemes::prelude::*;
use std::ops::ControlFlow;

pub(super) const ROWS: &[Row] = &[Row::boolean("no", "Pieces", lower).may_fail_unless(|call| call.get("of").is_none())];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let selection = PieceSelection::read(call, lo)?;
    let none = Expr::new(selection.uses, move |cx| {
        let mut none = true;
        selection.visit(cx, |count| {
            none &= count == 0;
            if none { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        none
    });
    Ok(lo.keep(call, none))
}
