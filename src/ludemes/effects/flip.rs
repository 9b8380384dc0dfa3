//! `(flip [type] [site] [then])`: exchanges the two states of a piece.
//!
//! Default site: the iterator variable `to`. Nothing for a piece without two states or in neither of them. Stacks are
//! not carried out.

use super::actions;
use super::build::site_type;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("flip", "", lower), Row::part("flips", "flips", "")];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    if lo.features.stacking {
        return lo.unsupported(&call.origin, "`(flip ..)` of stacks");
    }
    let t = lo.site_type(call, "type");
    let site = lo.int_opt(call, "loc")?;
    let then = lo.then(call)?;
    Ok(actions(then, move |cx, act| {
        let to = site.as_ref().map_or(cx.it.to, |site| site.eval(cx));
        let piece = cx.state.piece(t, to, None);
        let Some((a, b)) = cx.game.equipment.components[usize::from(piece.what)].flips else { return };
        let state = match piece.state {
            state if state == a => b,
            state if state == b => a,
            _ => return,
        };
        act(ActionKind::SetState { t: site_type(cx, t, to), to, level: -1, state });
    }))
}
