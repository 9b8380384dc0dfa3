//! `(seq {moves})`: each part evaluated on what the parts before it lead to.
//!
//! The parts are evaluated and applied on a scratch copy, consequences included; the result is the list of the moves
//! with their executed actions. (Ludii 1.3.12's behaviour.)

use super::expand;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("seq", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let parts = match call.items("moves") {
        Some(items) => items.iter().map(|item| lo.moves_arg(item)).collect::<Lowered<Vec<_>>>()?,
        None => vec![lo.moves(call, "moves")?],
    };
    Ok(Moves::generator(move |cx, out| {
        let done = cx.scratch(|cx| {
            let mut done = Vec::new();
            for part in &parts {
                done.extend(part.list(cx).into_iter().map(|m| expand(cx, &m, false)));
            }
            done
        });
        out.moves.extend(done);
    }))
}
