//! `(directions type from:int to:int)`: the directions in which a line leads from one site to another.
//!
//! All of the board's directions are tried, in their order round the compass, and one is listed once for each of its
//! lines that reaches the site. Nothing where the sites are not on a line. (Ludii 1.3.12's behaviour.)

use crate::engine::directions::DirectionList;
use crate::ludemes::prelude::*;

pub(super) fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<DirectionsExpr> {
    let t = lo.site_type(call, "type");
    let from = lo.int(call, "from")?;
    let to = lo.int(call, "to")?;
    let board = lo.board();
    Ok(DirectionsExpr::new(from.uses | to.uses, move |cx, _, _, _| {
        let (Ok(from), Ok(to)) = (usize::try_from(from.eval(cx)), u32::try_from(to.eval(cx))) else {
            return DirectionList::new();
        };
        board.directions_to(t, from, to).iter().map(|&(_, direction)| direction).collect()
    }))
}
