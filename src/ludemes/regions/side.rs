//! `(sites Side [type] [player | role | direction])`: a side of the board.
//!
//! A compass direction names the side, a player the one he faces; there is nothing in a direction without a side.
//! Sides are made of vertices where the type (or the board's default) is Vertex, else of cells, never of edges.
//! (Ludii 1.3.12's behaviour.)

use super::set_of;
use crate::ludemes::ints::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Side", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = if lo.site_type(call, "elementType") == SiteType::Vertex { SiteType::Vertex } else { SiteType::Cell };
    let board = lo.board();
    if let Some(wind) = call.word("direction").and_then(Direction::parse) {
        return Ok(Expr::constant(set_of(board.side(t, wind))));
    }
    let player = lo.one_of(call, &["player", "role"], "`(sites Side ..)` needs a direction or a player")?;
    let player = lo.player_arg(player)?;
    let equipment = Arc::clone(&lo.equipment);
    Ok(map1(player, move |player| {
        let facing = usize::try_from(player).ok().and_then(|p| *equipment.facings.get(p)?);
        facing.map_or_else(SiteSet::new, |wind| set_of(board.side(t, wind)))
    }))
}
