//! `(allCombinations a b [then])`: each move of a with each move of b, as one move of mover 0.

use super::build::emit;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("allCombinations", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let a = lo.moves(call, "listA")?;
    let b = lo.moves(call, "listB")?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let first = a.list(cx);
        let second = b.list(cx);
        for a in &first {
            let work = a.size() as u64;
            for b in &second {
                // Combinations of combinations grow without end.
                if !cx.spend(work + b.size() as u64) || out.full() {
                    return;
                }
                let mut m = Move::new(0);
                (m.from, m.to) = (a.from, a.to);
                m.items.push(Item::Move(Box::new(a.clone())));
                m.items.push(Item::Move(Box::new(b.clone())));
                emit(out, m, then.as_ref());
            }
        }
    }))
}
