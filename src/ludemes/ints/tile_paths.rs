//! `(pathExtent [colour] [start | region])`: how far the paths of a colour reach from a tile.
//!
//! From a start (the last move's `to` by default) the paths of the colour (the mover by default) are followed from tile
//! to tile; the extent is the largest difference in rows or columns between the start and a cell that a path leads to,
//! with a tile or without. In a tile that is entered all paths of the colour are followed. Of several starts the
//! largest extent counts; 0 once a start has no tile. `(is Loop .. path:True)` follows paths in the same way. (Ludii
//! 1.3.12's behaviour.)

use super::site_or_last_to;
use crate::engine::tile::Tile;
use crate::ludemes::prelude::*;
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(super) const ROWS: &[Row] = &[Row::int("pathExtent", "", lower)];

/// How many sides the board's cells have.
pub(crate) fn sides(board: &Topology) -> usize {
    board.cell_edges(0).len().max(1)
}

/// A tile on the board.
pub(crate) struct PlacedTile {
    /// What it is.
    pub tile: Arc<Tile>,
    /// The rotation of its site.
    pub rotation: usize,
}

impl PlacedTile {
    /// The tile on a cell, if there is one.
    pub fn on(cx: &Cx, cell: i32) -> Option<Self> {
        let piece = cx.state.piece(SiteType::Cell, cell, None);
        let tile = Arc::clone(cx.game.equipment.tile(i32::from(piece.what))?);
        Some(PlacedTile { tile, rotation: usize::try_from(piece.rotation).unwrap_or(0) })
    }
}

/// Follows the paths of a colour from a tile, and shows each cell that one leads to, with whether it lies other than
/// where the path came from, until that breaks. `None` if the start has no tile.
pub(crate) fn follow(
    cx: &mut Cx,
    board: &Topology,
    start: i32,
    colour: i32,
    mut see: impl FnMut(i32, bool) -> ControlFlow<()>,
) -> Option<()> {
    let ways = board.supported(SiteType::Cell, Relation::Orthogonal);
    let sides = sides(board);
    PlacedTile::on(cx, start)?;
    let mut list = vec![(start, -1)];
    // What follows from a tile depends on it and on where it was entered from alone: no need to do it again.
    let mut met: HashSet<(i32, i32)> = list.iter().copied().collect();
    let mut next = 0;
    while let Some(&(cell, before)) = list.get(next) {
        next += 1;
        let Some(laid) = PlacedTile::on(cx, cell) else { continue };
        let turned = 2 * laid.rotation / sides;
        let ends =
            laid.tile.paths.iter().filter(|path| path.colour == colour).flat_map(|path| [path.from.0, path.to.0]);
        for end in ends {
            if !cx.spend(1) {
                return Some(());
            }
            let Some(&way) = ways.get((end % sides + turned) % sides) else { continue };
            let Some(&to) = board.steps(SiteType::Cell, cell as usize, way).first() else { continue };
            let to = to as i32;
            if see(to, to != before).is_break() {
                return Some(());
            }
            if to != before && cx.state.is_occupied(SiteType::Cell, to) && met.insert((to, cell)) {
                list.push((to, cell));
            }
        }
    }
    Some(())
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let colour = lo.int_opt(call, "colour")?.unwrap_or_else(|| Role::Mover.as_int());
    let starts = match lo.sites_opt(call, "regionStart")? {
        Some(starts) => starts,
        None => site_or_last_to(call, "start", lo)?.with(Uses::NONE, |_, start| smallvec::smallvec![start]),
    };
    let board = lo.board();
    Ok(colour.with(starts.uses | Uses::BOARD, move |cx, colour| {
        let mut extent = 0;
        for start in starts.eval(cx) {
            let place = |cell: i32| {
                let cell = usize::try_from(cell).unwrap_or(usize::MAX);
                (board.row(SiteType::Cell, cell).unwrap_or(0), board.column(SiteType::Cell, cell).unwrap_or(0))
            };
            let (row, column) = place(start);
            let followed = follow(cx, &board, start, colour, |cell, _| {
                let there = place(cell);
                extent = extent.max((there.0 - row).abs()).max((there.1 - column).abs());
                ControlFlow::Continue(())
            });
            if followed.is_none() {
                return 0;
            }
        }
        extent
    }))
}
