//! `(is SidesMatch [site])`: whether the paths of a tile go on in the tiles beside it.
//!
//! The site is the last move's `to` by default; False if it is negative or empty, True if no tile lies there. Each side
//! that has a tile beyond it must show the same colours, slot by slot, as the side of that tile which faces it. A tile
//! is turned by the rotation of its site. (Ludii 1.3.12's behaviour.)

use crate::engine::tile::Tile;
use crate::ludemes::ints::site_or_last_to;
use crate::ludemes::ints::tile_paths::{PlacedTile, sides};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "SidesMatch", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let site = site_or_last_to(call, "value", lo)?;
    let board = lo.board();
    let ways = board.supported(SiteType::Cell, Relation::Orthogonal).to_vec();
    let adjacent = board.supported(SiteType::Cell, Relation::Adjacent).len();
    let number = sides(&board);
    Ok(site.with(Uses::BOARD, move |cx, site| {
        let Ok(here) = usize::try_from(site) else { return false };
        if !cx.state.is_occupied(SiteType::Cell, site) {
            return false;
        }
        let Some(laid) = PlacedTile::on(cx, site) else { return true };
        // How many sides a tile is turned by: rotations count all directions, sides only the orthogonal ones.
        let turned = |laid: &PlacedTile| laid.rotation / (adjacent / ways.len().max(1)).max(1);
        let side_of = |laid: &PlacedTile, side: usize| (side + number - turned(laid) % number) % number;
        ways.iter().enumerate().all(|(side, &way)| {
            board.steps(SiteType::Cell, here, way).iter().all(|&next| {
                let Some(other) = PlacedTile::on(cx, next as i32) else { return true };
                let facing = side_of(&other, (side + number / 2) % number);
                colours(&laid.tile, side_of(&laid, side)).eq(colours(&other.tile, facing).rev())
            })
        })
    }))
}

/// The colours that show on a side of a tile that is not turned, slot by slot.
fn colours(tile: &Tile, side: usize) -> impl DoubleEndedIterator<Item = i32> {
    (0..tile.slots(side)).map(move |slot| tile.colour(side, slot))
}
