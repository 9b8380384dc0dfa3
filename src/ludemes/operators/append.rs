//! `(append moves [then])`: all the moves as one.
//!
//! They become nested moves. All actions of the first become decisions, and no others; it gives the recorded sites; the
//! mover is the one to move. No moves give none. (Ludii 1.3.12's behaviour.)

use super::build::{decide, emit};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("append", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let moves = lo.moves(call, "list")?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let list = moves.list(cx);
        let Some(first) = list.first() else { return };
        let mut whole = Move::new(cx.state.mover());
        (whole.from, whole.to) = (first.from, first.to);
        for (i, mut m) in list.into_iter().enumerate() {
            decide(&mut m, i == 0);
            whole.items.push(Item::Move(Box::new(m)));
        }
        emit(out, whole, then.as_ref());
    }))
}
