//! Consequences that are deferred in playouts: what they store is asked for once the game is over, and stored anew by
//! the next move that has the same consequence (dead stores).

use crate::engine::action::Action;
use crate::engine::context::Cx;
use crate::engine::moves::MovesExpr;
use crate::engine::state::Turn;

/// A consequence that is deferred, and whose turn it was.
#[derive(Debug, Clone)]
pub(crate) struct Deferred {
    then: MovesExpr,
    turn: Turn,
}

impl Cx {
    /// Runs the consequences of a move; the last one is deferred, if it may be.
    pub(super) fn run_or_defer(&mut self, then: &[MovesExpr], executed: &mut Vec<Action>) {
        match then.split_last() {
            Some((last, others)) if self.defers_stores && last.only_stores => {
                self.run_all(others, executed);
                self.deferred = Some(Deferred { then: last.clone(), turn: self.state.whose_turn() });
            }
            _ => self.run_all(then, executed),
        }
    }

    /// Forgets the deferred consequence before a move that has it too; runs it before any other.
    pub(crate) fn replace_deferred(&mut self, then: &[MovesExpr]) {
        if let Some(deferred) = &self.deferred {
            // What is stored for the mover and the next player is stored for both.
            let both = self.state.mover != self.state.next;
            if both && then.iter().any(|then| then.text() == deferred.then.text()) {
                self.deferred = None;
            } else {
                self.run_deferred();
            }
        }
    }

    /// Runs the deferred consequence, as it would have been run at once: nothing has changed since then that it asks
    /// for but whose turn it is.
    pub(crate) fn run_deferred(&mut self) {
        let Some(Deferred { then, turn }) = self.deferred.take() else { return };
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
