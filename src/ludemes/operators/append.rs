//! `(append moves [then])`: all the moves as one.
//!
//! They become nested moves. All actions of the first become decisions, and no others; it gives the recorded sites; the
//! mover is the one to move. No moves give none. (Ludii 1.3.12's behaviour.)

use super::build::{decide, emit};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("append", "", lower)];

struct Append {
    moves: MovesExpr,
    then: Option<MovesExpr>,
    skips: bool,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let rule = Append { moves: lo.moves(call, "list")?, then: lo.then(call)?, skips: lo.skips(call) };
    Ok(Moves::of(rule.skips, rule))
}

impl Append {
    /// Adds the move without nested ones.
    fn flat(&self, cx: &Cx, out: &mut Out, actions: &mut ActionList) {
        let Some((sites, first)) = actions.part(0) else { return };
        let mut whole = Move::new(cx.state.mover());
        [whole.from, whole.to] = sites;
        whole.items.reserve_exact(actions.len());
        let all = actions.actions().drain(..).enumerate();
        whole.items.extend(all.map(|(at, action)| Item::Action(Action { decision: first.contains(&at), ..action })));
        emit(out, whole, self.then.as_ref());
    }
}

impl Generator for Append {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        // One move is enough to know that there is one.
        if out.is_selective() && !cx.lists_any(&self.moves) || !out.takes() {
            return;
        }
        self.moves.with_list(cx, |cx, list| {
            let Some(first) = list.first() else { return };
            let mut whole = Move::new(cx.state.mover());
            (whole.from, whole.to) = (first.from, first.to);
            whole.items.reserve_exact(list.len());
            for (i, mut m) in list.drain(..).enumerate() {
                decide(&mut m, i == 0);
                whole.items.push(Item::Move(Box::new(m)));
            }
            emit(out, whole, self.then.as_ref());
        });
    }

    fn only_on(&self) -> Option<&View> {
        self.moves.only_on()
    }

    fn any(&self, cx: &mut Cx) -> Option<bool> {
        self.moves.any(cx)
    }

    fn most_slots(&self) -> Option<usize> {
        self.skips.then_some(1)
    }

    fn allows_compact(&self) -> bool {
        true
    }

    fn slot(&self, cx: &mut Cx, _number: usize, out: &mut Out) {
        let it = cx.it.clone();
        if out.takes_effects(cx) && self.moves.has_actions() {
            self.moves.with_actions(cx, |cx, actions| self.flat(cx, out, actions));
        } else {
            self.list(cx, out);
        }
        cx.it = it;
    }
}
