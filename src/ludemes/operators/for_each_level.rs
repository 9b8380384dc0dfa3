//! `(forEach Level [type] site [FromTop|FromBottom] moves [then])`: the moves for each level of a stack.
//!
//! `level` is each level, from the top unless told otherwise, and stays on the last. (Ludii 1.3.12's behaviour.)

use super::followed;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::effect("forEach", "Level", lower).requires(|needs, _| needs.features.stacking = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int(call, "site")?;
    let from_top = call.word("stackDirection") != Some("FromBottom");
    let moves = lo.moves(call, "moves")?;
    let then = lo.then(call)?;
    Ok(followed(then, move |cx, out| {
        let site = site.eval(cx);
        let height = cx.state.height(t, site);
        for i in 0..height {
            if !cx.spend(1) || out.full() {
                break;
            }
            cx.it.level = if from_top { height - 1 - i } else { i };
            moves.seek(cx, out);
        }
    }))
}
