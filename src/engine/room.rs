//! What stands where: the sites of one site type of one container.

use crate::engine::site_set::SiteSet;
use std::hash::{Hash, Hasher};

/// A piece on a site, or on one level of a stack, with its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Piece {
    /// Component index, 0 for nothing.
    pub what: u16,
    /// Owner of the component, 0 for nobody.
    pub who: u8,
    /// How many of it; 0 on an empty site.
    pub count: i32,
    /// Local state.
    pub state: i32,
    /// Rotation.
    pub rotation: i32,
    /// Piece value.
    pub value: i32,
}

/// The sites of one type of one container, numbered from 0 within it.
///
/// In a game without stacks a site holds one [`Piece`], whose state and value outlive the piece's absence when they
/// were set on an empty site. A site may hold a count of nothing: it is then neither empty nor occupied. In a stacking game a site holds a list of them, level 0 at the bottom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    flat: Vec<Piece>,
    stacks: Option<Vec<Vec<Piece>>>,
    empty: SiteSet,
}

impl Room {
    /// `n` empty sites.
    pub fn new(n: usize, stacking: bool) -> Self {
        Room {
            flat: if stacking { Vec::new() } else { vec![Piece::default(); n] },
            stacks: stacking.then(|| vec![Vec::new(); n]),
            empty: SiteSet::below(n),
        }
    }

    /// How many sites there are.
    pub fn len(&self) -> usize {
        self.stacks.as_ref().map_or(self.flat.len(), Vec::len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether sites hold stacks.
    pub fn stacking(&self) -> bool {
        self.stacks.is_some()
    }

    /// The empty sites.
    pub fn empty(&self) -> &SiteSet {
        &self.empty
    }

    /// How many levels stand on a site; 0 or 1 in a game without stacks.
    pub fn height(&self, site: usize) -> usize {
        match &self.stacks {
            Some(stacks) => stacks.get(site).map_or(0, Vec::len),
            None => usize::from(self.flat.get(site).is_some_and(|piece| piece.what != 0)),
        }
    }

    /// The piece on a level, the top one for `None`; the default piece where there is none.
    pub fn piece(&self, site: usize, level: Option<usize>) -> Piece {
        let piece = match &self.stacks {
            Some(stacks) => stacks.get(site).and_then(|stack| match level {
                Some(level) => stack.get(level),
                None => stack.last(),
            }),
            None => self.flat.get(site),
        };
        piece.copied().unwrap_or_default()
    }

    /// The piece on a level, to be changed in its data but not in its component.
    pub fn piece_mut(&mut self, site: usize, level: Option<usize>) -> Option<&mut Piece> {
        match &mut self.stacks {
            Some(stacks) => {
                let stack = stacks.get_mut(site)?;
                let index = level.unwrap_or_else(|| stack.len().saturating_sub(1));
                stack.get_mut(index)
            }
            None => self.flat.get_mut(site),
        }
    }

    /// Puts a piece on a site without stacks, replacing what is there, or empties it with the default piece.
    pub fn put(&mut self, site: usize, piece: Piece) {
        if let Some(slot) = self.flat.get_mut(site) {
            *slot = piece;
            if piece.what == 0 && piece.count == 0 {
                self.empty.insert(site as i32);
            } else {
                self.empty.remove(site as i32);
            }
        }
    }

    /// Shows the value of a variable of a puzzle on a site, which stays one of the empty ones; 0 shows nothing.
    pub fn show(&mut self, site: usize, value: u16) {
        if let Some(slot) = self.flat.get_mut(site) {
            let there = i32::from(value != 0);
            *slot = Piece { what: value, who: u8::from(value != 0), count: there, ..Piece::default() };
        }
    }

    /// Inserts a piece into a stack, on top for `None`.
    pub fn push(&mut self, site: usize, level: Option<usize>, piece: Piece) {
        if let Some(stack) = self.stacks.as_mut().and_then(|stacks| stacks.get_mut(site)) {
            let at = level.unwrap_or(stack.len()).min(stack.len());
            stack.insert(at, piece);
            self.empty.remove(site as i32);
        }
    }

    /// Takes a piece out of a stack, from the top for `None`.
    pub fn pull(&mut self, site: usize, level: Option<usize>) -> Option<Piece> {
        let stack = self.stacks.as_mut()?.get_mut(site)?;
        let at = match level {
            Some(level) if level < stack.len() => level,
            Some(_) => return None,
            None => stack.len().checked_sub(1)?,
        };
        let piece = stack.remove(at);
        if stack.is_empty() {
            self.empty.insert(site as i32);
        }
        Some(piece)
    }
}

impl Hash for Room {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // `empty` follows from the rest, and in a puzzle never changes.
        self.flat.hash(hasher);
        self.stacks.hash(hasher);
    }
}
