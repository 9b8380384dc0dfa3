//! `(attract [from] [direction] [then])`: draws the pieces of each line towards a site.
//!
//! Along each radial from the start (default: the last move's `to`) all pieces are removed and put down again next to
//! the start and to each other, in their order. One move. (Ludii 1.3.12's behaviour.) Without pieces there is none.

use super::build::{index, site_type};
use super::together;
use crate::ludemes::moves::From;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("attract", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let from = From::read_or_last_to(call, lo)?;
    let t = from.t;
    let directions = lo.directions_or(call, "dirn", Direction::Adjacent)?;
    let then = lo.then(call)?;
    let board = lo.board();
    Ok(together(then, move |cx, act| {
        let Some(start) = from.start(cx) else { return };
        for direction in directions.eval(cx, t, start) {
            for radial in board.radials(t, index(start), direction) {
                let sites = || radial.path.iter().skip(1).map(|&site| site as i32);
                if !cx.spend(radial.path.len() as u64) {
                    return;
                }
                let mut drawn = Vec::new();
                for site in sites() {
                    let what = cx.state.what(t, site);
                    if what != 0 {
                        drawn.push(what);
                        act(ActionKind::removing(site_type(cx, t, site), site));
                    }
                }
                for (site, what) in sites().zip(drawn) {
                    act(ActionKind::adding(site_type(cx, t, site), site, -1, what));
                }
            }
        }
    }))
}
