//! `(while condition moves [then])`: evaluates and applies moves again and again as long as the condition holds.
//!
//! On a scratch copy; the result is all moves applied, in order, their values as they were then. More than 10000 rounds
//! are a failure. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: the moves keep their own consequences, which run when the moves are applied.

use super::followed;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("while", "", lower).may_fail()];

/// How many rounds are allowed.
const ROUNDS: usize = 10_000;

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let condition = lo.boolean(call, "condition")?;
    let moves = lo.moves(call, "moves")?;
    let then = lo.then(call)?;
    Ok(followed(then, move |cx, out| {
        let found = cx.scratch(|cx| {
            let mut found = Vec::new();
            let mut rounds = 0;
            while cx.fault().is_none() && condition.eval(cx) {
                rounds += 1;
                if rounds > ROUNDS {
                    cx.fail(Fault::EndlessWhile);
                    break;
                }
                let mut list = moves.list(cx);
                for m in &mut list {
                    if !cx.spend(1) {
                        break;
                    }
                    cx.apply(m, false, &mut Vec::new());
                    // It was looked at from a position that it will not be made in.
                    m.forget_found();
                }
                found.extend(list);
            }
            found
        });
        out.moves.extend(found);
    }))
}
