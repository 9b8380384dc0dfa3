//! `(roll [then])`: throws all dice.
//!
//! One move that turns each die, in the order of their sites, and then notes whether all fell alike: on the same face
//! by number, whatever the faces show. What is drawn is the number of the face. (Ludii 1.3.12's behaviour.)

use super::build::emit;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("roll", "", lower).draws()];

struct Roll {
    then: Option<MovesExpr>,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    Ok(Moves::of(false, Roll { then: lo.then(call)? }))
}

impl Generator for Roll {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let mut m = Move::new(0);
        cx.throw(|action| m.items.push(Item::Action(action)));
        emit(out, m, self.then.as_ref());
    }

    fn carries_out(&self) -> bool {
        true
    }

    fn carry_out(&self, cx: &mut Cx, executed: &mut Vec<Action>) {
        cx.throw_dice(executed);
        if let Some(then) = &self.then {
            then.carry_out(cx, executed);
        }
    }

    fn only_throws(&self) -> bool {
        self.then.is_none()
    }

    fn pass_over(&self, cx: &mut Cx) {
        cx.throw(|_| {});
    }
}
