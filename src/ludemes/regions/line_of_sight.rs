//! `(sites LineOfSight [Piece | Empty | Farthest] [type] [at:int] [directions])`: what can be seen from a site.
//!
//! Along each line from the site (that of `(last To)` by default) in the directions (`Adjacent` by default): the first
//! occupied site (`Piece`, the default), all empty sites before it, or the last of these. (Ludii 1.3.12's behaviour.)

use super::on_board;
use crate::ludemes::ints::site_or_last_to;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "LineOfSight", lower)];

#[derive(Clone, Copy)]
enum Sight {
    Piece,
    Empty,
    Farthest,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let sight = match call.word("typeLoS") {
        Some("Empty") => Sight::Empty,
        Some("Farthest") => Sight::Farthest,
        _ => Sight::Piece,
    };
    let t = lo.site_type(call, "typeLoc");
    let at = site_or_last_to(call, "at", lo)?;
    let directions = lo.directions_or(call, "directions", Direction::Adjacent)?;
    let board = lo.board();
    Ok(Expr::new(at.uses | directions.uses | Uses::BOARD, move |cx| {
        let mut found = SiteSet::new();
        let from = at.eval(cx);
        let Some(site) = on_board(&board, t, from) else { return found };
        for direction in directions.eval(cx, t, from) {
            for line in board.radials(t, site, direction) {
                let mut last = None;
                cx.charge(line.path.len() as u64 / 4);
                for &to in &line.path[1..] {
                    let to = to as i32;
                    if cx.state.is_occupied(t, to) {
                        if let Sight::Piece = sight {
                            found.insert(to);
                        }
                        break;
                    }
                    last = Some(to);
                    if let Sight::Empty = sight {
                        found.insert(to);
                    }
                }
                if let (Sight::Farthest, Some(last)) = (sight, last) {
                    found.insert(last);
                }
            }
        }
        found
    }))
}
