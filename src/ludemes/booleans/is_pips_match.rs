//! `(is PipsMatch [site])`: whether a domino lies as the rules of dominoes ask.
//!
//! The site is the last move's `to` by default; True where no domino lies. No neighbour beyond its cells may have
//! another value than the cell it touches. Unless it is the first move of the game, it must also touch one domino in
//! line: of the touched cells no three, and some two that belong to one domino, lie in a row. (Ludii 1.3.12's
//! behaviour.)

use crate::engine::tile::Tile;
use crate::ludemes::ints::site_or_last_to;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "PipsMatch", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let site = site_or_last_to(call, "value", lo)?;
    let board = lo.board();
    Ok(site.with(Uses::BOARD | Uses::HISTORY, move |cx, site| {
        let piece = cx.state.piece(SiteType::Cell, site, None);
        let game = Arc::clone(&cx.game);
        let tile: Option<&Arc<Tile>> = game.equipment.tile(i32::from(piece.what)).filter(|tile| tile.pips.is_some());
        let Some(placements) = tile.and_then(|tile| tile.placements.as_ref()) else { return true };
        cx.charge(100);
        let cells = placements.cells(site, piece.state);
        let mut touched = Vec::new();
        for &cell in cells {
            let value = cx.state.piece(SiteType::Cell, cell, None).value;
            for &next in board.neighbours(SiteType::Cell, cell as usize, Relation::Orthogonal) {
                let next = next as i32;
                if cells.contains(&next) || cx.state.is_empty_site(SiteType::Cell, next) {
                    continue;
                }
                if cx.state.piece(SiteType::Cell, next, None).value != value {
                    return false;
                }
                touched.push(next);
            }
        }
        cx.count_moves() < 2 || touches_in_line(cx, &board, &touched)
    }))
}

/// Whether the touched cells end where one domino ends.
fn touches_in_line(cx: &mut Cx, board: &Topology, touched: &[i32]) -> bool {
    let mut in_line = false;
    for &cell in touched {
        let mut row = vec![cell];
        for radial in board.radials(SiteType::Cell, cell as usize, Direction::Orthogonal) {
            cx.charge(radial.path.len() as u64);
            row.extend(radial.path.iter().skip(1).map(|&site| site as i32).filter(|site| touched.contains(site)));
        }
        match row[..] {
            [a, b] => {
                in_line = cx.state.count(SiteType::Cell, a) == cx.state.count(SiteType::Cell, b);
            }
            [_] | [] => {}
            _ => return false,
        }
    }
    in_line
}
