//! `(no Pieces [type] [role | of:int] ["name"] [in:region])`: there is no such piece.
//!
//! Which ones: as in `(count Pieces ..)`. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::pieces::{PieceSelection, names_players};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("no", "Pieces", lower).binds_site().may_fail_unless(names_players)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let selection = PieceSelection::read(call, lo)?;
    if let Some(numbers) = selection.numbers(call, lo) {
        let count = Expr::new(selection.uses, move |cx| selection.count(cx)).seen_as(Some(numbers));
        let none =
            view::compared(count, Expr::constant(0), |count, zero| count == zero, |region| lo.keep_view(call, region));
        return none.or_else(|both| {
            let count = both.0;
            Ok(Expr::new(count.uses, move |cx| count.eval(cx) == 0))
        });
    }
    let quick = selection.quick;
    let none = Expr::new(selection.uses, move |cx| selection.is_none(cx));
    Ok(if quick { none } else { lo.keep(call, none) })
}
