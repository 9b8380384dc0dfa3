//! `(forEach Group [type] [directions] [if:condition] moves [then])`: the moves for each group of connected sites.
//!
//! Without `if:` the groups are connected sites of the mover's pieces, found from the pieces in the order of the owned
//! lists; with it they start on occupied sites of all owners, 0 first, and hold all connected sites, empty ones
//! included, where the condition holds with `to` (at the start `from` too) on the site. `(sites)` is the group, `from`
//! where it was found, `to` the last neighbour looked at. (Ludii 1.3.12's behaviour.)

use super::build::attach;
use crate::ludemes::ints::group::{Growth, Members};
use crate::ludemes::prelude::*;
use crate::ludemes::stores;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Group", lower).history_dependent()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let growth = Growth::read(call, lo)?;
    lo.reads_lists = true;
    let condition = lo.bool_opt(call, "if")?;
    let (moves, read) = lo.reading(|lo| lo.moves(call, "moves"))?;
    let then = lo.then(call)?;
    // What stores values has no sites of its own that it might take from `to`.
    let stores = call.part("moves").and_then(stores::parts);
    let at_once = stores.is_some() && !read.any(Uses::TO | Uses::VOLATILE);
    Ok(Moves::of(false, ForEachGroup { growth, condition, moves, then, at_once }))
}

struct ForEachGroup {
    growth: Growth,
    condition: Option<BoolExpr>,
    moves: MovesExpr,
    then: Option<MovesExpr>,
    /// Whether nobody asks which neighbour was looked at last.
    at_once: bool,
}

impl ForEachGroup {
    /// Sets the variables for one group after the other, until `see` answers `false`.
    fn each(&self, cx: &mut Cx, mut see: impl FnMut(&mut Cx) -> bool) {
        let saved = (cx.it.from, cx.it.to, cx.it.region.take());
        let members = Members::new(cx, &self.growth, self.condition.as_ref());
        let mut done = SiteSet::new();
        for seed in members.starts(cx) {
            if !cx.spend(1) {
                break;
            }
            if done.contains(seed) {
                continue;
            }
            cx.it.from = seed;
            if !members.contain(cx, seed) {
                continue;
            }
            let told = if self.at_once { members.group_of(cx, seed) } else { None };
            let group = told.unwrap_or_else(|| {
                let mut group = SiteSet::new();
                self.growth.grow(cx, seed, &mut group, |cx, site| members.contain(cx, site));
                group
            });
            done.union_with(&group);
            cx.it.region = Some(Arc::new(group));
            if !see(cx) {
                break;
            }
        }
        (cx.it.from, cx.it.to, cx.it.region) = saved;
    }
}

impl Generator for ForEachGroup {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let start = out.watermark();
        self.each(cx, |cx| {
            self.moves.eval(cx, out);
            !out.full()
        });
        attach(out, start, self.then.as_ref());
    }

    fn has_actions(&self) -> bool {
        self.then.is_none() && self.moves.has_actions()
    }

    fn actions(&self, cx: &mut Cx, actions: &mut ActionList) {
        self.each(cx, |cx| {
            self.moves.actions(cx, actions);
            true
        });
    }
}
