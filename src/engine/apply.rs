//! Applying a move: actions, then consequences.

use crate::engine::action::Action;
use crate::engine::context::Cx;
use crate::engine::mv::Move;

impl Cx {
    /// Applies a move to the state: its actions in order (a nested move with its own consequences in place), then
    /// its consequences. With `record`, the move joins the history before its consequences are evaluated.
    ///
    /// Appends every executed primitive action, in order. End rules and the change of turn are not part of it.
    pub(crate) fn apply(&mut self, m: &Move, record: bool, executed: &mut Vec<Action>) {
        let _ = (m, record, executed);
    }
}
