//! `(directional [from] [directions] [to])`: captures along a line.
//!
//! From the start (default: the last move's `to`) along each radial as long as there are targets (`to if:`), with `to`
//! on the target and `from` unset. The default direction is the one of the last move. A `then` is read and never run.
//! (Ludii 1.3.12's behaviour.)

use super::build::index;
use super::capture::{Side, SiteVariable, acts, capture, capturing, test};
use crate::ludemes::moves::{From, To};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("directional", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let from = From::read_or_last_to(call, lo)?;
    let t = from.t;
    let directions = call.get("directions").map(|arg| lo.directions_arg(arg)).transpose()?;
    let to = To::read_or_variable(call, lo)?;
    let board = lo.board();
    let acts = acts(to.apply.as_ref());
    Ok(capturing(acts, None, move |cx, sink| {
        let Some(start) = from.start(cx) else { return };
        let saved = (cx.it.from, cx.it.to);
        let directions = match &directions {
            Some(directions) => directions.eval(cx, t, start),
            None => last_direction(cx, &board, t).into_iter().collect(),
        };
        cx.it.from = -1;
        for direction in directions {
            for radial in board.radials(t, index(start), direction) {
                for &site in radial.path.iter().skip(1) {
                    if !cx.spend(1) || !test(to.condition.as_ref(), cx, site as i32, SiteVariable::To, Side::Enemy) {
                        break;
                    }
                    capture(to.apply.as_ref(), cx, sink, t, site as i32, SiteVariable::To);
                }
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }))
}

/// The first direction that leads from the last move's start to its end; none where it led nowhere.
fn last_direction(cx: &Cx, board: &Topology, t: SiteType) -> Option<Direction> {
    let m = cx.last()?;
    board.direction_to(t, (m.from, m.to), board.supported(t, Relation::All))
}
