//! Consequences that wait in playouts: what they store is asked for once the game is over, and stored anew by the next
//! move that has the same consequence (dead stores).

use crate::engine::action::Action;
use crate::engine::context::Cx;
use crate::engine::moves::MovesExpr;
use crate::engine::state::Turn;

/// A consequence that waits, and whose turn it was.
#[derive(Debug, Clone)]
pub(crate) struct Late {
    then: MovesExpr,
    turn: Turn,
}

impl Cx {
    /// Runs the consequences of a move; the last one is deferred, if it may be.
    pub(super) fn run_or_defer(&mut self, then: &[MovesExpr], executed: &mut Vec<Action>) {
        match then.split_last() {
            Some((last, others)) if self.defers_stores && last.is_late() => {
                self.run_all(others, executed);
                self.late = Some(Late { then: last.clone(), turn: self.state.whose_turn() });
            }
            _ => self.run_all(then, executed),
        }
    }

    /// Forgets the consequence that waits, before a move that has it too; runs it before any other.
    pub(crate) fn replace_late(&mut self, then: &[MovesExpr]) {
        if let Some(late) = &self.late {
            // What is stored for the mover and the next player is stored for both.
            let both = self.state.mover != self.state.next;
            if both && then.iter().any(|then| then.text() == late.then.text()) {
                self.late = None;
            } else {
                self.run_late();
            }
        }
    }

    /// Runs the consequence that waits, as it would have been run at once: nothing has changed since then that it asks
    /// for but whose turn it is.
    pub(crate) fn run_late(&mut self) {
        let Some(Late { then, turn }) = self.late.take() else { return };
        let (now, it) = (self.state.whose_turn(), std::mem::take(&mut self.it));
        self.change_turn(turn);
        let mut executed = self.spare.take();
        then.carry_out(self, &mut executed);
        self.reuse(executed);
        self.change_turn(now);
        self.it = it;
    }

    fn change_turn(&mut self, turn: Turn) {
        if self.state.whose_turn() != turn {
            self.set_turn(turn);
        }
    }
}
