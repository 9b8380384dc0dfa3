//! `(priority {moves} [then])`, `(priority a b [then])`: the first list that is not empty.

use super::build::attach;
use crate::engine::choice::Branch;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("priority", "", lower).any_order()];

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
        let start = out.watermark();
        let Some((last, earlier)) = self.operands.split_last() else { return };
        let found = earlier.iter().any(|operand| {
            operand.seek_all(cx, out);
            out.watermark() != start && !out.every_alternative
        });
        if !found {
            last.seek(cx, out);
        }
        attach(out, start, self.then.as_ref());
    }

    fn counts(&self) -> bool {
        self.operands.iter().all(|operand| operand.counts())
    }

    fn exact(&self, cx: &mut Cx, enough: usize) -> Option<usize> {
        let (last, earlier) = self.operands.split_last()?;
        for operand in earlier {
            match operand.exact(cx, enough)? {
                0 => {}
                moves => return Some(moves),
            }
        }
        last.exact(cx, enough)
    }

    fn any(&self, cx: &mut Cx) -> Option<bool> {
        // Told soonest by the last operand, whose moves are the usual ones.
        Moves::any_of(self.operands.iter().rev(), cx)
    }

    fn branches(&self) -> bool {
        true
    }

    /// The first operand that has moves, or else the last one.
    fn branch(&self, cx: &mut Cx) -> Option<Branch<'_>> {
        let (last, earlier) = self.operands.split_last()?;
        let then = self.then.as_ref();
        for operand in earlier {
            if operand.any(cx)? {
                return Some(Branch { moves: Some(operand), then, counted: operand.counts() });
            }
        }
        Some(Branch { moves: Some(last), then, counted: false })
    }
}
