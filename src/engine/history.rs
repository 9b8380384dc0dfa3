//! The moves made so far.

use crate::engine::mv::Move;
use std::ops::Deref;
use std::sync::Arc;

/// The moves made so far, in order. Moves taken back leave their memory to the next ones.
#[derive(Debug, Default)]
pub(crate) struct History {
    moves: Vec<Arc<Move>>,
    len: usize,
}

impl History {
    /// Appends a move.
    #[inline]
    pub fn push(&mut self, m: Move) {
        match self.moves.get_mut(self.len).map(Arc::get_mut) {
            Some(Some(free)) => *free = m,
            _ => {
                self.moves.truncate(self.len);
                self.moves.push(Arc::new(m));
            }
        }
        self.len += 1;
    }

    /// Appends a move, leaving another one that means nothing.
    pub fn take(&mut self, m: &mut Move) {
        match self.moves.get_mut(self.len).map(Arc::get_mut) {
            Some(Some(free)) => std::mem::swap(free, m),
            _ => {
                self.moves.truncate(self.len);
                self.moves.push(Arc::new(std::mem::replace(m, Move::new(0))));
            }
        }
        self.len += 1;
    }

    /// Takes back all moves but so many.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// A move, to be changed.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut Move> {
        self.moves[..self.len].get_mut(index).map(Arc::make_mut)
    }
}

impl Deref for History {
    type Target = [Arc<Move>];

    #[inline]
    fn deref(&self) -> &[Arc<Move>] {
        &self.moves[..self.len]
    }
}

impl Clone for History {
    fn clone(&self) -> Self {
        History { moves: self.to_vec(), len: self.len }
    }
}
