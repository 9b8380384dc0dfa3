//! `(count LegalMoves)`: how many legal moves the mover has, the forced pass being one; 0 when the game is over.
//! (Ludii 1.3.12's behaviour.)
//!
//! Within the generation of legal moves it would ask for itself without end, which is an error.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("count", "LegalMoves", lower).may_fail()];

fn lower(_: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::new(Uses::VOLATILE, |cx| {
        if cx.counting_moves {
            cx.fail(Fault::Nesting);
            return 0;
        }
        cx.counting_moves = true;
        let count = cx.scratch(|cx| cx.legal_moves().len() as i32);
        cx.counting_moves = false;
        count
    }))
}
