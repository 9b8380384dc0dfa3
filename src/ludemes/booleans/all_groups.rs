//! `(all Groups [type] [directions] [of:boolean] if:boolean)`: a condition holds for every group.
//!
//! Without `of:`, the groups of the mover's pieces; with it, those of the sites for which it holds, with `to` the tested
//! site and `from` the start, starting only from sites somebody owns a piece on. The condition is tested with the region
//! that is iterated over, `(sites)`, being the group. No group satisfies everything. (Ludii 1.3.12's behaviour.)
//!
//! Differences: Ludii leaves `from`, `to` and the region changed when the condition fails.

use crate::ludemes::ints::group::{Growth, mover_groups};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("all", "Groups", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let growth = Growth::read(call, lo)?;
    let of = lo.bool_opt(call, "of")?;
    let condition = lo.boolean(call, "if")?;
    let bound = Uses::FROM | Uses::TO;
    let of_uses = of.as_ref().map_or(Uses::TURN, |of| of.uses.without(bound));
    let uses = growth.uses() | of_uses | condition.uses.without(bound | Uses::REGION) | Uses::BOARD;
    Ok(Expr::new(uses, move |cx| {
        let saved = (cx.it.from, cx.it.to, cx.it.region.clone());
        let mut holds = true;
        mover_groups(cx, &growth, of.as_ref(), |cx, group| {
            cx.it.region = Some(Arc::new(group.iter().copied().collect()));
            holds = condition.eval(cx);
            holds
        });
        (cx.it.from, cx.it.to, cx.it.region) = saved;
        holds
    }))
}
