//! `(is Flat [int])`: a site lies on layer 0, or every site below it is occupied.
//!
//! The site is `(to)` where none is given. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: the default site is `(to)`; a site off the board does not lie flat.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Flat", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.default_type();
    let board = lo.board();
    let site = lo.int_opt(call, "value")?.unwrap_or_else(|| Expr::new(Uses::TO, |cx: &mut Cx| cx.it.to));
    Ok(Expr::new(site.uses | Uses::BOARD, move |cx| {
        let Ok(site) = usize::try_from(site.eval(cx)) else { return false };
        match board.layer(t, site) {
            None => false,
            Some(0) => true,
            Some(_) => {
                board.steps(t, site, Direction::Downward).iter().all(|&below| cx.state.is_occupied(t, below as i32))
            }
        }
    }))
}
