//! `(max Distance ["Track"] [owner] moves [then])`: the moves, unfiltered.
//!
//! Distances along the track are computed and not used, and a `then` is read and never run. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("max", "Distance", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    lo.moves(call, "moves")
}
