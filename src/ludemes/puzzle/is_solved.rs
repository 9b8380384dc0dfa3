//! `(is Solved)`: whether the constraints of a puzzle hold where every variable that is not resolved is taken for 0.
//!
//! Puzzles in which 0 is a fair value are thus solved without filling it in. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::boolean("is", "Solved", lower).requires(|needs, _| needs.features.puzzle = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let Some(puzzle) = lo.puzzle.clone() else {
        return lo.unsupported(&call.origin, "`(is Solved)` without `(satisfy ..)` as the play rules");
    };
    Ok(Expr::new(puzzle.uses(), move |cx| puzzle.solved(cx)))
}
