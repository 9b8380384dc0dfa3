//! `(if condition a [b] [then])` of moves: the moves of a if the condition holds, else those of b or none.
//!
//! The `then` belongs to the moves of either branch. (Ludii 1.3.12's behaviour.)

use super::build::attach;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("if", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let condition = lo.boolean(call, "cond")?;
    let yes = lo.moves(call, "list")?;
    let no = lo.moves_opt(call, "elseList")?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let start = out.here();
        if condition.eval(cx) {
            yes.seek(cx, out);
        } else if let Some(no) = &no {
            no.seek(cx, out);
        }
        attach(out, start, then.as_ref());
    }))
}
