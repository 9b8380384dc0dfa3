//! The moves made so far.

use crate::engine::action::Action;
use crate::engine::compact::{CompactAction, Consequences};
use crate::engine::mv::Move;
use std::borrow::Cow;
use std::sync::Arc;

/// What of a move made rules ask for most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MoveHead {
    /// Who is recorded as making it.
    pub mover: i32,
    /// Recorded site it starts from, -1 for none.
    pub from: i32,
    /// Recorded site it ends on, -1 for none.
    pub to: i32,
    /// Whether it is a pass.
    pub pass: bool,
    /// The last site that one of its actions starts from and the last that one ends on, those of its consequences
    /// included once they have been executed; -1 for none. Where nothing of the move is kept but this, it is told in
    /// games that ask for it.
    pub last: (i32, i32),
    storage: Storage,
}

/// All of a move made.
#[derive(Debug, Clone, Copy)]
enum Storage {
    /// It was made in compact form.
    Compact(CompactAction),
    /// It stands among the moves written out.
    Written,
    /// It was not kept.
    Dropped,
}

impl MoveHead {
    /// A move of which nothing is known, of nobody.
    pub const UNKNOWN: MoveHead =
        MoveHead { mover: -1, from: -1, to: -1, pass: false, last: (-1, -1), storage: Storage::Dropped };

    /// What rules ask for most of a move, of which no more is kept; whether it is a pass is known, and the last sites
    /// of its actions if they are asked for.
    pub fn of(m: &Move, pass: bool, last: (i32, i32)) -> Self {
        MoveHead { mover: m.mover, from: m.from, to: m.to, pass, last, storage: Storage::Dropped }
    }

    /// The same of a move in compact form with effects before its decision.
    #[inline]
    pub fn dropped(&CompactAction { mover, from, to, .. }: &CompactAction) -> Self {
        MoveHead { mover, from, to, pass: false, last: (from, to), storage: Storage::Dropped }
    }

    fn written_out(m: &Move) -> Self {
        MoveHead { storage: Storage::Written, ..MoveHead::of(m, m.is_pass(), m.last_sites()) }
    }
}

/// The moves made so far, in order. Moves taken back leave their memory to the next ones.
#[derive(Debug, Default)]
pub(crate) struct History {
    made: Vec<MoveHead>,
    /// The moves written out; there may be fewer than were made, and where one was not written out, what stands here
    /// means nothing.
    moves: Vec<Option<Arc<Move>>>,
}

impl History {
    /// How many moves were made.
    #[inline]
    pub fn len(&self) -> usize {
        self.made.len()
    }

    /// What was made, in order.
    #[inline]
    pub fn made(&self) -> &[MoveHead] {
        &self.made
    }

    /// Appends a move, leaving another one that means nothing.
    pub fn take(&mut self, m: &mut Move) {
        let index = self.made.len();
        self.made.push(MoveHead::written_out(m));
        if index >= self.moves.len() {
            self.moves.resize(index + 1, None);
        }
        match self.moves[index].as_mut().and_then(Arc::get_mut) {
            Some(free) => std::mem::swap(free, m),
            None => self.moves[index] = Some(Arc::new(std::mem::replace(m, Move::new(0)))),
        }
    }

    /// Appends a move in compact form.
    #[inline]
    pub fn push_compact(&mut self, action: CompactAction) {
        self.made.push(MoveHead { storage: Storage::Compact(action), ..MoveHead::dropped(&action) });
    }

    /// Appends a [`MoveHead::of`].
    #[inline]
    pub fn push_head(&mut self, head: MoveHead) {
        self.made.push(head);
    }

    /// Appends so many moves of which nothing is known.
    pub fn push_unknown(&mut self, moves: usize) {
        self.made.resize(self.made.len() + moves, MoveHead::UNKNOWN);
    }

    /// Changes a [`MoveHead::of`].
    #[inline]
    pub fn change_head(&mut self, index: usize, head: MoveHead) {
        if let Some(made) = self.made.get_mut(index) {
            *made = head;
        }
    }

    /// Notes where further actions of the last move, its consequences, start from and end on.
    pub fn note_sites(&mut self, actions: &[Action]) {
        if let Some(made) = self.made.last_mut() {
            actions.iter().for_each(|action| action.note_sites(&mut made.last));
        }
    }

    /// Takes back all moves but so many.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.made.truncate(len);
    }

    /// Changes a move that is written out.
    pub fn change(&mut self, index: usize, change: impl FnOnce(&mut Move)) {
        if let (Some(made), Some(Some(m))) = (self.made.get_mut(index), self.moves.get_mut(index))
            && matches!(made.storage, Storage::Written)
        {
            let m = Arc::make_mut(m);
            change(m);
            *made = MoveHead::written_out(m);
        }
    }

    /// A move, written out; without its consequences where it was made in compact form, and none where it was not kept.
    pub fn get(&self, index: usize) -> Option<Cow<'_, Move>> {
        match self.made.get(index)?.storage {
            Storage::Compact(action) => Some(Cow::Owned(action.written_out(Consequences::new()))),
            Storage::Written => self.moves.get(index)?.as_deref().map(Cow::Borrowed),
            Storage::Dropped => None,
        }
    }

    /// The moves that are written out, in order: in a trial all of them.
    pub fn written_out(&self) -> impl DoubleEndedIterator<Item = &Arc<Move>> {
        let both = self.made.iter().zip(&self.moves);
        both.filter(|(made, _)| matches!(made.storage, Storage::Written)).filter_map(|(_, m)| m.as_ref())
    }

    /// The memory that the moves from this number on take, roughly.
    pub fn bytes_from(&self, length: usize) -> u64 {
        let made = self.made.get(length..).unwrap_or_default().iter().zip(length..);
        made.map(|(made, index)| match (made.storage, self.moves.get(index)) {
            (Storage::Written, Some(Some(m))) => m.bytes(),
            _ => size_of::<MoveHead>() as u64,
        })
        .sum()
    }
}

impl Clone for History {
    fn clone(&self) -> Self {
        let moves = self.moves.iter().take(self.made.len()).cloned().collect();
        History { made: self.made.clone(), moves }
    }
}
