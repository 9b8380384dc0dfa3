//! `(intervene [from] [direction] [between] [to] [then])`: captures on both sides of a site at once.
//!
//! For each line through the start (default: the last move's `to`), once: targets (`to if:`) next to the start on both
//! sides, as many as the range of `between` allows (default 1). The opposite side is captured first. (Ludii 1.3.12's
//! behaviour.)
//!
//! ASSUMPTION: with a longer range each side needs a run no shorter than its minimum and no longer than its maximum.

use super::build::index;
use super::capture::{Side, SiteVariable, acts, capture, capturing, test};
use crate::ludemes::moves::{Between, From, To};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("intervene", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let from = From::read_or_last_to(call, lo)?;
    let t = from.t;
    let directions = lo.directions_or(call, "dirnChoice", Direction::Adjacent)?;
    let between = Between::read(call, lo)?;
    let to = To::read_or_variable(call, lo)?;
    let then = lo.then(call)?;
    let board = lo.board();
    let acts = acts(to.apply.as_ref());
    Ok(capturing(acts, then, move |cx, sink| {
        let Some(start) = from.start(cx) else { return };
        let saved = cx.it.to;
        let (min, max) = between.range_or(cx, (1, 1));
        let run = |cx: &mut Cx, path: &[u32]| {
            let mut length = 0;
            while length + 1 < path.len() && cx.spend(1) {
                let site = path[length + 1] as i32;
                if !test(to.condition.as_ref(), cx, site, SiteVariable::To, Side::Enemy) {
                    break;
                }
                length += 1;
                if length as i32 >= max {
                    break;
                }
            }
            let enough = length as i32 >= min.max(1);
            enough.then(|| path[1..=length].iter().map(|&site| site as i32).collect::<Vec<_>>())
        };
        for direction in directions.eval(cx, t, start) {
            for radial in board.distinct_radials(t, index(start), direction) {
                let Some(opposite) = &radial.opposite else { continue };
                let (Some(this), Some(other)) = (run(cx, &radial.path), run(cx, opposite)) else { continue };
                for site in other.into_iter().chain(this) {
                    capture(to.apply.as_ref(), cx, sink, t, site, SiteVariable::To);
                }
            }
        }
        cx.it.to = saved;
    }))
}
