//! `(priority {moves} [then])`, `(priority a b [then])`: the first list that is not empty.

use super::build::attach;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("priority", "", lower)];

struct Priority {
    operands: Vec<MovesExpr>,
    then: Option<MovesExpr>,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let operands = super::operands(call, ["list1", "list2"], lo)?;
    let then = lo.then(call)?;
    Ok(Moves::of(false, Priority { operands, then }))
}

impl Generator for Priority {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let (start, asked) = (out.here(), out.later);
        let sought = out.sought.take();
        for (i, operand) in self.operands.iter().enumerate() {
            // Whether an earlier list is empty has to be known.
            let last = i + 1 == self.operands.len();
            out.later = if asked == Later::Finding && !last { Later::Making } else { asked };
            operand.seek(cx, out);
            if out.here() != start {
                break;
            }
        }
        (out.later, out.sought) = (asked, sought);
        attach(out, start, self.then.as_ref());
    }

    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        let (operand, moves) = self.first(cx)?;
        moves.or_else(|| operand.slots(cx))
    }

    fn briefly(&self) -> bool {
        true
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let start = out.here();
        match self.first(cx) {
            Some((operand, Some(_))) => operand.pick(cx, number, out),
            Some((last, None)) => last.slot(cx, number, out),
            None => return,
        }
        attach(out, start, self.then.as_ref());
    }

    fn counts(&self) -> bool {
        self.operands.iter().all(|operand| operand.counts())
    }

    fn exact(&self, cx: &mut Cx) -> Option<usize> {
        let (operand, moves) = self.first(cx)?;
        moves.or_else(|| operand.exact(cx))
    }

    fn pick(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let start = out.here();
        if let Some((operand, _)) = self.first(cx) {
            operand.pick(cx, number, out);
            attach(out, start, self.then.as_ref());
        }
    }
}

impl Priority {
    /// The first operand that has moves, with their number, or else the last one; `None` where that is not known without a list.
    fn first(&self, cx: &mut Cx) -> Option<(&MovesExpr, Option<usize>)> {
        let (last, earlier) = self.operands.split_last()?;
        for operand in earlier {
            match operand.exact(cx)? {
                0 => {}
                moves => return Some((operand, Some(moves))),
            }
        }
        Some((last, None))
    }
}
