//! Moves of one action in compact form.
//!
//! Most moves that playouts draw are one decision about one piece on one site or two, and perhaps the capture of
//! others. Written out they take three cache lines and several lists; an action schema with its bindings takes one word
//! after the other and is carried out directly.

use crate::board::SiteType;
use crate::engine::action::{Action, ActionKind};
use crate::engine::moves::MovesExpr;
use crate::engine::mv::{Item, Move};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// The consequences of a move, in order of attachment.
pub(crate) type Consequences = SmallVec<[MovesExpr; 1]>;

/// The effects that come before the decision of a move, in order.
pub(crate) type Effects = SmallVec<[CompactAction; 1]>;

/// What the action of a [`CompactAction`] does. (Action schema: the parameters are the sites of the move.)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Schema {
    /// Puts this component on the destination, on a stack of this height, -1 without stacks. The move may be about the
    /// destination as an edge.
    Add { t: SiteType, what: i32, level: i32, edge: bool },
    /// Moves the piece on the start to the destination, or what is named of the stack there.
    Move { from_type: SiteType, to_type: SiteType, carried: Carried },
    /// Empties the destination: at once, or at the end of the turn.
    Remove { t: SiteType, applied: bool },
    /// Chooses the start, this level of its stack, -1 without stacks.
    Select { t: SiteType, level: i32 },
}

/// What of a stack moves; without stacks it is the piece that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Carried {
    /// The level of the piece, -1 for the top.
    pub level: i32,
    /// The lowest and the highest level concerned, as they are recorded.
    pub levels: (i32, i32),
    /// Whether all of the stack moves.
    pub stack: bool,
    /// Whether the piece keeps its data.
    pub keeps_data: bool,
}

impl Carried {
    /// The piece on top, without its data.
    pub const TOP: Carried = Carried { level: -1, levels: (0, 0), stack: false, keeps_data: false };
}

/// An action that moves, adds, removes or selects a piece, above all the one decision of a move: an action schema and
/// its bindings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CompactAction {
    pub schema: Schema,
    pub mover: i32,
    pub from: i32,
    pub to: i32,
}

impl CompactAction {
    /// A move of this player from one site to another.
    #[inline]
    pub fn new(schema: Schema, mover: i32, from: i32, to: i32) -> Self {
        CompactAction { schema, mover, from, to }
    }

    /// Its decision, written out.
    pub fn action(&self) -> Action {
        let &CompactAction { schema, from, to, .. } = self;
        let kind = match schema {
            Schema::Add { t, what, level, .. } => ActionKind::adding(t, to, level, what),
            Schema::Move { from_type, to_type, carried } => {
                ActionKind::moving((from_type, from), (to_type, to), carried)
            }
            Schema::Remove { t, applied } => ActionKind::Remove { t, to, level: -1, applied },
            Schema::Select { t, level } => {
                ActionKind::Select { from_type: t, from, level_from: level, to_type: t, to: -1, level_to: -1 }
            }
        };
        Action::deciding(kind, true)
    }

    /// The move of this decision alone, written out, with these consequences.
    pub fn written_out(&self, then: Consequences) -> Move {
        let mut m = Move::of(self.mover, self.from, self.to, self.action());
        m.then = then;
        match self.schema {
            Schema::Add { edge: true, .. } => m.edge = self.to,
            Schema::Move { carried, .. } => (m.level_min, m.level_max) = carried.levels,
            _ => {}
        }
        m
    }
}

/// A move of one decision, of what is done before it, and of what follows.
#[derive(Debug, Clone)]
pub(crate) struct CompactMove {
    pub decision: CompactAction,
    pub before: Effects,
    pub then: Consequences,
}

impl CompactMove {
    /// A decision with its consequence, if there is one.
    #[inline]
    pub fn new(decision: CompactAction, then: Option<&MovesExpr>) -> Self {
        // One is put there in less time than any number of them.
        let then = then.map_or_else(Consequences::new, |then| smallvec![Arc::clone(then)]);
        CompactMove { decision, before: Effects::new(), then }
    }

    /// The same, written out. With effects before it the decision is a nested move of mover 0 (Ludii 1.3.12's
    /// behaviour).
    pub fn written_out(self) -> Move {
        let mut m = self.decision.written_out(self.then);
        if !self.before.is_empty() {
            let mut main = Move::new(0);
            (main.from, main.to) = (m.from, m.to);
            main.items = std::mem::take(&mut m.items);
            let effects = self.before.iter().map(|effect| {
                let action = Action { decision: false, ..effect.action() };
                Move::of(effect.mover, effect.from, effect.to, action)
            });
            m.items = effects.chain([main]).map(|part| Item::Move(Box::new(part))).collect();
        }
        m
    }
}
