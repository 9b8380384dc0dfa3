//! Tiles: the cells a large piece covers, the paths across a tile, the pips of a domino.

use crate::board::{Relation, SiteType, Topology};
use std::sync::Arc;

/// The most cells noted down for the placements of one kind of piece.
const MAX_CELLS: usize = 4_000_000;

/// What a component has that a plain piece has not.
#[derive(Debug, Clone, Default)]
pub struct Tile {
    /// The cells it covers wherever it lies; `None` for a piece of one site.
    pub placements: Option<Arc<Placements>>,
    /// The paths across it.
    pub paths: Vec<Path>,
    /// The slots of each side, clockwise from the first; sides beyond the list have as many as the last listed.
    pub slots: Vec<usize>,
    /// The values of both halves of a domino.
    pub pips: Option<[i32; 2]>,
}

/// A path from side to side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path {
    /// Side and slot of one end.
    pub from: (usize, usize),
    /// Side and slot of the other end.
    pub to: (usize, usize),
    /// Its colour.
    pub colour: i32,
}

impl Path {
    /// Whether it has an end in this slot.
    fn ends_in(&self, side: usize, slot: usize) -> bool {
        self.from == (side, slot) || self.to == (side, slot)
    }
}

impl Tile {
    /// The colour that shows in a slot of a side, 0 for none.
    pub fn colour(&self, side: usize, slot: usize) -> i32 {
        self.paths.iter().find(|path| path.ends_in(side, slot)).map_or(0, |path| path.colour)
    }

    /// How many slots a side has.
    pub fn slots(&self, side: usize) -> usize {
        self.slots.get(side).or(self.slots.last()).copied().unwrap_or(1)
    }
}

/// One element of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepType {
    /// A step forward.
    F,
    /// A turn to the right.
    R,
    /// A turn to the left.
    L,
}

/// The cells that a large piece covers, for every cell its root may lie on and every state that turns it.
///
/// A state stands for one of the walks and for the direction it begins in: there are as many states to a walk as the
/// board's cells have orthogonal directions. A state beyond all walks covers the root alone (Ludii 1.3.12's behaviour).
#[derive(Debug, Clone)]
pub struct Placements {
    /// By state, then by root.
    covered: Vec<Box<[i32]>>,
    /// Every cell of the board.
    cells: Vec<i32>,
    states: i32,
}

impl Placements {
    /// The placements on a board; `None` where there are too many.
    pub fn new(board: &Topology, walks: &[Vec<StepType>]) -> Option<Self> {
        let directions = board.supported(SiteType::Cell, Relation::Orthogonal).len();
        let cells = board.len(SiteType::Cell);
        let letters: usize = walks.iter().map(|walk| walk.len() + 1).sum();
        if letters.saturating_mul(cells).saturating_mul(directions) > MAX_CELLS {
            return None;
        }
        let mut covered = Vec::new();
        for walk in walks {
            for direction in 0..directions {
                covered.extend((0..cells).map(|root| cells_of(board, root, direction, walk)));
            }
        }
        let states = i32::try_from(walks.len()).ok()?.checked_mul(4)?;
        Some(Placements { covered, cells: (0..i32::try_from(cells).ok()?).collect(), states })
    }

    /// How many states are tried when such a piece is put down or moved: four to a walk on every board (Ludii 1.3.12's
    /// behaviour).
    pub fn states(&self) -> i32 {
        self.states
    }

    /// The cells covered by a piece with its root here, the root first; empty where it does not fit on the board, and
    /// for roots outside it. A negative state counts as 0.
    pub fn cells(&self, root: i32, state: i32) -> &[i32] {
        let Some(root) = usize::try_from(root).ok().filter(|&root| root < self.cells.len()) else { return &[] };
        let state = usize::try_from(state).unwrap_or(0);
        let listed = state.checked_mul(self.cells.len()).and_then(|first| self.covered.get(first + root));
        listed.map_or(&self.cells[root..=root], |cells| cells)
    }
}

/// The cells of a walk from a root, each once; none when it leaves the board.
fn cells_of(board: &Topology, root: usize, direction: usize, walk: &[StepType]) -> Box<[i32]> {
    let ways = board.supported(SiteType::Cell, Relation::Orthogonal);
    let (mut at, mut way) = (root, direction);
    let mut cells = vec![root as i32];
    for turn in walk {
        match turn {
            StepType::F => {
                let Some(&next) = board.steps(SiteType::Cell, at, ways[way]).first() else { return Box::default() };
                at = next as usize;
                if !cells.contains(&(at as i32)) {
                    cells.push(at as i32);
                }
            }
            StepType::R => way = (way + 1) % ways.len(),
            StepType::L => way = (way + ways.len() - 1) % ways.len(),
        }
    }
    cells.into()
}
