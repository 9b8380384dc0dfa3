//! `(priority {moves} [then])`, `(priority a b [then])`: the first list that is not empty.

use super::build::attach;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("priority", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let operands = super::operands(call, ["list1", "list2"], lo)?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let start = out.here();
        for operand in &operands {
            operand.eval(cx, out);
            if out.here() != start {
                break;
            }
        }
        attach(out, start, then.as_ref());
    }))
}
