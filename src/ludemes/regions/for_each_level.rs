//! `(forEach Level [type] at:int [FromBottom | FromTop] [if:boolean] [startAt:int])`: levels of a stack, not sites.
//!
//! The levels from `startAt:` (by default the whole stack), upwards or with `FromTop` downwards, for which the
//! condition holds, with `level` set. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::region("forEach", "Level", lower).requires(|needs, _| needs.features.stacking = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "type");
    let at = lo.int(call, "at")?;
    let condition = lo.bool_opt(call, "if")?;
    let start = lo.int_opt(call, "startAt")?;
    let downwards = call.word("stackDirection") == Some("FromTop");
    let uses = uses_of(&condition).without(Uses::LEVEL) | uses_of(&start) | Uses::BOARD;
    Ok(at.with(uses, move |cx, site| {
        let height = cx.state.height(t, site);
        let start = start.as_ref().map_or(-1, |start| start.eval(cx));
        let levels = match (downwards, start >= 0) {
            (true, true) => 0..height.min(start.saturating_add(1)),
            (true, false) => 0..height,
            (false, _) => start.max(0)..height,
        };
        let mut found = SiteSet::new();
        let saved = cx.it.level;
        for level in levels {
            cx.it.level = level;
            if condition.as_ref().is_none_or(|condition| condition.eval(cx)) {
                found.insert(level);
            }
        }
        cx.it.level = saved;
        found
    }))
}
