//! What a game with dominoes keeps: which are left, and where the next can be laid.

use crate::board::facing::{leftward, rightward};
use crate::board::{Direction, NamedSet, SiteType, Topology};
use crate::engine::context::Cx;
use crate::engine::equipment::Equipment;
use crate::engine::game::Game;
use crate::engine::site_set::SiteSet;
use crate::engine::site_store::Piece;
use crate::engine::tile::Tile;
use crate::engine::uses::Uses;
use std::sync::Arc;

/// How many cells a domino covers.
const CELLS: usize = 8;

/// How far the line of play goes on from a domino.
const REACH: usize = 4;

/// The dominoes that nobody has yet, and the cells that the next one may cover.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Dominoes {
    /// Components that have not been put down anywhere.
    pub left: SiteSet,
    /// The cells of the line of play.
    pub playable: SiteSet,
}

impl Dominoes {
    /// What a game begins with; `None` without dominoes. All components are left, and on a boardless board the first
    /// domino may begin at the centre.
    pub fn at_start(game: &Game) -> Option<Arc<Self>> {
        if !game.features.dominoes {
            return None;
        }
        let left = (1..game.equipment.components.len()).map(|what| what as i32).collect();
        let board = &game.equipment.board;
        let playable = board.named(SiteType::Cell, NamedSet::Centre).iter().collect();
        Some(Arc::new(Dominoes { left, playable }))
    }
}

/// Which cells beside a line of play belong to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    None,
    /// To the left of the first radial and to the right of the second.
    Outwards,
    /// The other way round.
    Mirrored,
}

impl Cx {
    /// Notes that a domino was put somewhere.
    pub(super) fn hand_out(&mut self, what: i32) {
        if self.state.dominoes.is_some()
            && let Some(dominoes) = &mut self.state.dominoes
        {
            Arc::make_mut(dominoes).left.remove(what);
            self.state.touch(Uses::OTHER);
        }
    }

    /// Marks the cells of a domino that has come to the board, and finds the line of play anew.
    ///
    /// Each cell counts as the component's index, and has the value of its half. (Ludii 1.3.12's behaviour.)
    pub(super) fn lay_domino(&mut self, (t, root): (SiteType, i32), piece: Piece) {
        if self.state.dominoes.is_none() {
            return;
        }
        let game = Arc::clone(&self.game);
        let Some((tile, [first, second])) = domino(&game.equipment, piece) else { return };
        if !game.features.line_of_play || root >= self.state.layout().board_len(t) {
            return;
        }
        let Some(placements) = &tile.placements else { return };
        for (i, &cell) in placements.cells(root, piece.state).iter().enumerate() {
            let Some(place) = self.state.layout().place(t, cell) else { continue };
            self.state.edit(place, None, |there| {
                there.count = i32::from(piece.what);
                there.value = if i < CELLS / 2 { first } else { second };
            });
        }
        let playable = self.line_of_play();
        if let Some(dominoes) = &mut self.state.dominoes {
            Arc::make_mut(dominoes).playable = playable;
            self.state.touch(Uses::OTHER);
        }
    }

    /// The cells beyond the ends of all dominoes on the board, and beyond the sides of doubles.
    fn line_of_play(&mut self) -> SiteSet {
        use Direction::{E, N, S, W};
        let game = Arc::clone(&self.game);
        let board = &game.equipment.board;
        let mut playable = SiteSet::new();
        let Some(store) = self.state.site_store(0, SiteType::Cell) else { return playable };
        let laid = (1..game.equipment.components.len()).filter_map(|what| store.placed(what));
        let roots: Vec<i32> = laid.flat_map(SiteSet::iter).collect();
        self.charge((game.equipment.components.len() + roots.len()) as u64);
        for root in roots {
            let piece = self.state.piece(SiteType::Cell, root, None);
            let Some((tile, [first, second])) = domino(&game.equipment, piece) else { continue };
            let cells = tile.placements.as_ref().map_or(&[][..], |placements| placements.cells(root, piece.state));
            let (&[c0, c1, c2, c3, c4, c5, c6, c7], Ok(turn)) = (cells, usize::try_from(piece.state)) else { continue };
            let mut line = |a: i32, b: i32, ways: [Direction; 4], beside: Beside| {
                if let Some(&way) = ways.get(turn) {
                    self.charge(50);
                    self.extend(board, [a, b], way, beside, &mut playable);
                }
            };
            line(c0, c1, [W, N, E, S], Beside::Outwards);
            line(c7, c6, [E, S, W, N], Beside::Mirrored);
            if first == second {
                line(c2, c5, [N, E, S, W], Beside::None);
                line(c3, c4, [S, W, N, E], Beside::None);
            }
        }
        playable
    }

    /// Adds the cells of the two rows that go on from two cells next to each other, as far as both are empty.
    fn extend(&self, board: &Topology, from: [i32; 2], way: Direction, beside: Beside, playable: &mut SiteSet) {
        let radial = |cell: i32| {
            let radials = board.radials(SiteType::Cell, usize::try_from(cell).unwrap_or(usize::MAX), way);
            radials.first().map_or(&[][..], |radial| &radial.path)
        };
        let (a, b) = (radial(from[0]), radial(from[1]));
        let empty = |cell: u32| self.state.is_empty_site(SiteType::Cell, cell as i32);
        if a.len() < 3 || b.len() < 3 || !empty(a[1]) || !empty(b[1]) {
            return;
        }
        let sides = match beside {
            Beside::None => None,
            Beside::Outwards => Some([leftward(way), rightward(way)]),
            Beside::Mirrored => Some([rightward(way), leftward(way)]),
        };
        for i in 1..=REACH {
            let (Some(&next), Some(&other)) = (a.get(i), b.get(i)) else { break };
            if !empty(next) || !empty(other) {
                break;
            }
            playable.insert(next as i32);
            playable.insert(other as i32);
        }
        // The first cells of both rows are empty: those beside the cells that they begin at can be covered as well.
        for (cell, side) in from.into_iter().zip(sides.into_iter().flatten()) {
            let steps = board.steps(SiteType::Cell, usize::try_from(cell).unwrap_or(usize::MAX), side);
            steps.iter().copied().filter(|&cell| empty(cell)).for_each(|cell| playable.insert(cell as i32));
        }
    }
}

/// The tile of a domino and the values of its halves.
fn domino(equipment: &Equipment, piece: Piece) -> Option<(&Tile, [i32; 2])> {
    let tile = equipment.tile(i32::from(piece.what))?;
    Some((tile, tile.pips?))
}
