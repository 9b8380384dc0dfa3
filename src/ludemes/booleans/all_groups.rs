//! `(all Groups [type] [directions] [of:boolean] if:boolean)`: a condition holds for every group.
//!
//! Without `of:`, the groups of the mover's pieces; with it, those of the sites for which it holds, with `to` the
//! tested site and `from` the start, starting only from sites somebody owns a piece on. The condition is tested with
//! the region that is iterated over, `(sites)`, being the group. No group satisfies everything. Where the condition
//! fails, `from`, `to` and the region stay on that group, `to` on the site that was tested last. (Ludii 1.3.12's
//! behaviour.)

use crate::ludemes::ints::group::{Growth, Members};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("all", "Groups", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let growth = Growth::read(call, lo)?;
    lo.reads_lists = true;
    let of = lo.bool_opt(call, "of")?;
    let condition = lo.boolean(call, "if")?;
    let bound = Uses::FROM | Uses::TO;
    let of_uses = of.as_ref().map_or(Uses::TURN, |of| of.uses.without(bound));
    let at_once = !condition.uses.any(Uses::TO | Uses::VOLATILE);
    let uses = growth.uses() | of_uses | condition.uses.without(bound | Uses::REGION) | Uses::BOARD;
    Ok(Expr::new(uses, move |cx| {
        let saved = (cx.it.from, cx.it.to, cx.it.region.clone());
        let members = Members::new(cx, &growth, of.as_ref());
        let mut seen = SiteSet::new();
        for start in members.starts(cx) {
            if seen.contains(start) {
                continue;
            }
            (cx.it.from, cx.it.to) = (start, start);
            let told = members.contain(cx, start);
            if !told {
                continue;
            }
            let known = if at_once { members.group_of(cx, start) } else { None };
            let group = known.unwrap_or_else(|| {
                let group = growth.grow(cx, start, &mut seen, |cx, site| members.contain(cx, site));
                group.into_iter().collect()
            });
            seen.union_with(&group);
            cx.it.region = Some(Arc::new(group));
            if !condition.eval(cx) {
                if at_once {
                    growth.grow(cx, start, &mut SiteSet::new(), |cx, site| members.contain(cx, site));
                }
                return false;
            }
        }
        (cx.it.from, cx.it.to, cx.it.region) = saved;
        true
    }))
}
