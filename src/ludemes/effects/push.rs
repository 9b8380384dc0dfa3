//! `(push [from] directions [then])`: pieces shift one site along a line.
//!
//! From the start (default: the last move's `to`) in the first direction, each piece goes to the next site until one is
//! empty; what is pushed off the board is gone. One move. (Ludii 1.3.12's behaviour.) An empty start gives nothing.

use super::build::{index, site_type};
use super::together;
use crate::ludemes::moves::From;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("push", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let from = From::read_or_last_to(call, lo)?;
    let t = from.t;
    let directions = lo.directions_or(call, "directions", Direction::Adjacent)?;
    let then = lo.then(call)?;
    let board = lo.board();
    Ok(together(then, move |cx, act| {
        let Some(start) = from.start(cx) else { return };
        let Some(direction) = directions.eval(cx, t, start).first().copied() else { return };
        let Some(radial) = board.radials(t, index(start), direction).first() else { return };
        let mut pushed = 0;
        for &site in radial.path.iter() {
            if !cx.spend(1) {
                return;
            }
            let site = site as i32;
            let here = cx.state.what(t, site);
            if here != 0 {
                act(ActionKind::removing(site_type(cx, t, site), site));
            }
            if pushed != 0 {
                act(ActionKind::adding(site_type(cx, t, site), site, -1, pushed));
            }
            pushed = here;
            if here == 0 {
                break;
            }
        }
    }))
}
