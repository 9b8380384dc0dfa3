//! Moves that are left for later, where one move of a list will be drawn.

use crate::engine::compact::CompactMove;
use crate::engine::context::{Cx, Iterators};
use crate::engine::generator::{Generator, SharedGenerator};
use crate::engine::moves::MovesExpr;
use crate::engine::mv::Move;
use crate::engine::out::Out;
use crate::engine::tally::RuleId;
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

/// Moves of one generator that are not made, or not even looked for: evaluated again, it makes the one that is drawn.
#[derive(Clone)]
pub(crate) struct Batch {
    pub(super) generator: SharedGenerator,
    pub(super) it: Iterators,
    /// How many moves there are, or how many slots that may have one each.
    pub(super) count: usize,
    pub(super) slots: bool,
    /// How many moves of the list were made before these.
    pub(super) made: usize,
    /// What becomes of a move that is made, in order.
    pub(super) after: SmallVec<[After; 2]>,
}

/// What a ludeme around a generator does with its moves.
#[derive(Clone)]
pub(super) enum After {
    Then(MovesExpr),
    Mover(i32),
    Maker(RuleId),
    Condition(Condition),
}

/// What must hold of a candidate for it to be a move, with the iterator variables to ask it with.
#[derive(Clone)]
pub(super) struct Condition {
    pub(super) it: Iterators,
    pub(super) holds: Arc<ConditionFn>,
}

/// Whether a candidate is a move. Asking may fill in what carrying the move out fills in.
pub(crate) type ConditionFn = dyn Fn(&mut Cx, &mut Move) -> bool + Send + Sync;

/// Moves that have been made, each in a slot of its own.
pub(super) struct Candidates(pub(super) Vec<Move>);

impl Generator for Candidates {
    fn list(&self, _cx: &mut Cx, out: &mut Out) {
        out.moves.extend(self.0.iter().cloned());
    }

    fn slot(&self, _cx: &mut Cx, number: usize, out: &mut Out) {
        out.moves.extend(self.0.get(number).cloned());
    }
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.count, if self.slots { "slots" } else { "moves" })
    }
}

impl After {
    /// What becomes of a move that is kept anyhow.
    pub(super) fn to(&self, m: &mut Move) {
        match self {
            After::Then(then) => {
                m.forget_found();
                for _ in 0..=usize::from(m.twin) {
                    m.then.push(Arc::clone(then));
                }
            }
            After::Mover(mover) => {
                if m.mover != *mover {
                    m.forget_found();
                }
                m.mover = *mover;
            }
            After::Maker(maker) if m.maker == RuleId::NONE => m.maker = *maker,
            After::Maker(_) | After::Condition(_) => {}
        }
    }

    /// The same for one in compact form.
    fn to_compact(&self, compact: &mut CompactMove) {
        match self {
            After::Then(then) => compact.then.push(Arc::clone(then)),
            After::Mover(mover) => compact.decision.mover = *mover,
            After::Maker(_) | After::Condition(_) => {}
        }
    }
}

impl Condition {
    pub(super) fn holds(&self, cx: &mut Cx, m: &mut Move) -> bool {
        let it = std::mem::replace(&mut cx.it, self.it.clone());
        let holds = (self.holds)(cx, m);
        cx.it = it;
        holds
    }
}

impl Batch {
    /// Whether its generator permits compact form, and no condition asks for more.
    pub(super) fn allows_compact(&self) -> bool {
        let asked = |after: &After| matches!(after, After::Condition(_));
        self.generator.allows_compact() && !self.after.iter().any(asked)
    }

    /// Makes a move, if it is one.
    pub(super) fn make(&self, index: usize, cx: &mut Cx, out: &mut Out) {
        let it = std::mem::replace(&mut cx.it, self.it.clone());
        if self.slots {
            self.generator.slot(cx, index, out);
        } else {
            out.aim(None, index);
            self.generator.list(cx, out);
            out.relax();
        }
        cx.it = it;
        for after in &self.after {
            if let Some(compact) = out.compact_mut() {
                after.to_compact(compact);
                continue;
            }
            let Some(m) = out.moves.last_mut() else { return };
            match after {
                After::Condition(condition) if !condition.holds(cx, m) => out.moves.clear(),
                after => after.to(m),
            }
        }
    }
}
