//! `(push [from] directions [then])`: pieces shift one site along a line.
//!
//! From the start (default: the last move's `to`) in the first direction, each piece goes to the next site until one is
//! empty; what is pushed off the board is gone. One move. (Ludii 1.3.12's behaviour.) An empty start gives nothing.

use super::build::{emit, index, site_type};
use crate::ludemes::moves::From;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("push", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let from = From::read(call, lo)?;
    let t = from.as_ref().map_or(lo.default_type(), |from| from.t);
    let directions = lo.directions_or(call, "directions", Direction::Adjacent)?;
    let then = lo.then(call)?;
    let board = lo.board();
    Ok(Moves::generator(move |cx, out| {
        let Some(start) = From::start_or_last_to(from.as_ref(), cx) else { return };
        let Some(direction) = directions.eval(cx, t, start).first().copied() else { return };
        let Some(radial) = board.radials(t, index(start), direction).first() else { return };
        let mut m = Move::new(0);
        let mut pushed = 0;
        for &site in radial.path.iter() {
            if !cx.spend(1) {
                return;
            }
            let site = site as i32;
            let here = cx.state.what(t, site);
            if here != 0 {
                m.items.push(remove(site_type(cx, t, site), site));
            }
            if pushed != 0 {
                m.items.push(add(site_type(cx, t, site), site, pushed));
            }
            pushed = here;
            if here == 0 {
                break;
            }
        }
        if !m.items.is_empty() {
            emit(out, m, then.as_ref());
        }
    }))
}

/// The removal of what stands on a site.
pub(super) fn remove(t: SiteType, to: i32) -> Item {
    Item::Action(Action::new(ActionKind::Remove { t, to, level: -1, applied: true }))
}

/// A piece put down on a site.
pub(super) fn add(t: SiteType, to: i32, what: i32) -> Item {
    Item::Action(Action::new(ActionKind::adding(t, to, -1, what)))
}
