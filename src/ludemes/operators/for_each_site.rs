//! `(forEach Site region moves [noMoveYet:moves] [then])`: the moves for each site of a region, ascending.
//!
//! `to` and `site` are the site. If there are none, those of `noMoveYet:` instead, without the `then` of this ludeme and
//! with `to` and `site` left on the last site. (Ludii 1.3.12's behaviour.)

use super::build::attach;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Site", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let region = lo.region(call, "regionFn")?;
    let moves = lo.moves(call, "generator")?;
    let otherwise = lo.moves_opt(call, "noMoveYet")?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let start = out.here();
        let saved = (cx.it.to, cx.it.site);
        for site in region.eval(cx).iter() {
            if !cx.spend(1) || out.full() {
                break;
            }
            (cx.it.to, cx.it.site) = (site, site);
            moves.seek(cx, out);
        }
        if out.here() == start
            && let Some(otherwise) = &otherwise
        {
            otherwise.eval(cx, out);
            return;
        }
        (cx.it.to, cx.it.site) = saved;
        attach(out, start, then.as_ref());
    }))
}
