//! The undo journal: what was changed on the sites, so that it can be taken back.

use crate::board::SiteType;
use crate::engine::layout::StoreSite;
use crate::engine::site_store::Piece;
use crate::engine::state::Location;

/// How to take back one change.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Undo {
    /// A piece was replaced, or its data changed.
    Piece { place: StoreSite, level: Option<usize>, old: Piece },
    /// The value shown on a site of a puzzle was replaced.
    Shown { place: StoreSite, old: u16 },
    /// A piece was pushed on a stack.
    Pushed { place: StoreSite, level: usize },
    /// A piece was taken out of a stack.
    Pulled { place: StoreSite, level: usize, piece: Piece },
    /// A location was appended to the list of a component.
    Owned { what: usize },
    /// A location was taken out of the list of a component.
    Disowned { what: usize, index: usize, location: Location },
    /// A location of the list of a component was swapped with the one before it.
    Swapped { what: usize, index: usize },
    /// Levels from `from` on are to be shifted by `by`.
    Shifted { t: SiteType, site: i32, from: i32, by: i32 },
}

/// The changes since the first mark that is still in use; nothing is written while there is none.
#[derive(Debug, Clone, Default)]
pub(crate) struct Journal {
    entries: Vec<Undo>,
    marks: usize,
}

impl Journal {
    /// Sets a mark: how many entries there are.
    pub fn open(&mut self) -> usize {
        self.marks += 1;
        self.entries.len()
    }

    /// Gives up the mark that was set last.
    pub fn close(&mut self) {
        self.marks -= 1;
        if self.marks == 0 {
            self.entries.clear();
        }
    }

    /// Gives up all marks.
    pub fn forget_marks(&mut self) {
        self.marks = 0;
        self.entries.clear();
    }

    /// Writes down a change, if a mark is set.
    #[inline]
    pub fn write(&mut self, undo: impl FnOnce() -> Undo) {
        if self.marks > 0 {
            self.entries.push(undo());
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The last entry beyond so many.
    pub fn pop(&mut self, entries: usize) -> Option<Undo> {
        if self.entries.len() > entries { self.entries.pop() } else { None }
    }
}
