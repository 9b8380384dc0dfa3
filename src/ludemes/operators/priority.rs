//! `(priority {moves} [then])`, `(priority a b [then])`: the first list that is not empty.

use super::build::attach;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("priority", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let operands = super::operands(call, ["list1", "list2"], lo)?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let (start, asked) = (out.here(), out.later);
        let sought = out.sought.take();
        for (i, operand) in operands.iter().enumerate() {
            // Whether an earlier list is empty has to be known.
            let last = i + 1 == operands.len();
            out.later = if asked == Later::Finding && !last { Later::Making } else { asked };
            operand.seek(cx, out);
            if out.here() != start {
                break;
            }
        }
        (out.later, out.sought) = (asked, sought);
        attach(out, start, then.as_ref());
    }))
}
