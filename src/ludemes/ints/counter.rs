//! `(counter)`: the number of the move.
//!
//! -1 before the first move; it grows by one at the very end of every applied move or pass, so that consequences and
//! end rules of a move still see the old value. Start placements do not count. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("counter", "", lower).history_dependent()];

fn lower(_: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::new(Uses::COUNTER, |cx| cx.state.counter()))
}
