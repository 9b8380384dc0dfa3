//! `(allCombinations a b [then])`: each move of a with each move of b, as one move of mover 0.

use super::build::emit;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("allCombinations", "", lower)];

struct Combinations {
    a: MovesExpr,
    b: MovesExpr,
    then: Option<MovesExpr>,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let rule = Combinations { a: lo.moves(call, "listA")?, b: lo.moves(call, "listB")?, then: lo.then(call)? };
    Ok(Moves::of(false, rule))
}

impl Generator for Combinations {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let then = self.then.as_ref();
        self.a.with_list(cx, |cx, first| self.b.with_list(cx, |cx, second| combine(cx, first, second, out, then)));
    }

    fn has_actions(&self) -> bool {
        self.then.is_none() && self.a.has_actions() && self.b.has_actions()
    }

    fn actions(&self, cx: &mut Cx, actions: &mut ActionList) {
        self.a.with_actions(cx, |cx, first| {
            self.b.with_actions(cx, |cx, second| {
                actions.combine(first, second, |made| !cx.spend(WORK_OF_ACTION * made as u64));
            });
        });
    }
}

/// The work of an action of a combination.
const WORK_OF_ACTION: u64 = 20;

fn combine(cx: &mut Cx, first: &mut Vec<Move>, second: &mut [Move], out: &mut Out, then: Option<&MovesExpr>) {
    let (rows, columns) = (first.len(), second.len());
    for (row, a) in first.drain(..).enumerate() {
        let (work, from, to) = (a.copy_work() as u64, a.from, a.to);
        let mut a = Some(Box::new(a));
        for (column, b) in second.iter_mut().enumerate() {
            // Combinations of combinations grow without end.
            if !cx.spend(work + b.copy_work() as u64) || out.full() {
                return;
            }
            // Each goes itself into the last of its combinations.
            let a = if column + 1 < columns { a.clone() } else { a.take() };
            let b = if row + 1 < rows { b.clone() } else { std::mem::replace(b, Move::new(0)) };
            let mut m = Move::new(0);
            (m.from, m.to) = (from, to);
            m.items.reserve_exact(2);
            m.items.extend(a.into_iter().chain([Box::new(b)]).map(Item::Move));
            emit(out, m, then);
        }
    }
}
