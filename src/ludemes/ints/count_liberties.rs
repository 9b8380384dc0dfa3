//! `(count Liberties [type] [at:int] [directions] [if:boolean])`: how many empty sites touch a group.
//!
//! The group grows from the site (the last move's `to` by default) over sites with the same component for which the
//! condition holds, with `to` the tested site and `from` the start; the start must satisfy it too. Each empty site one
//! step from the group counts once. From an empty site the group is the empty area, and the result is 0. A site off the
//! board is an error. (Ludii 1.3.12's behaviour.)

use super::group::Growth;
use super::size_group::component_group;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("count", "Liberties", lower).may_fail_off_board()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let liberties = Arc::new(Liberties {
        growth: Growth::read(call, lo)?,
        at: super::site_or_last_to(call, "at", lo)?,
        condition: lo.bool_opt(call, "if")?,
    });
    let free = uses_of(&liberties.condition).without(Uses::FROM | Uses::TO);
    let uses = liberties.growth.uses() | liberties.at.uses | free | Uses::BOARD;
    let any = Arc::clone(&liberties);
    let sign = Expr::new(uses, move |cx| {
        let start = any.start(cx);
        start.is_some_and(|start| any.has_some(cx, start).unwrap_or_else(|| any.count(cx, start) > 0))
    });
    let count = Expr::new(uses, move |cx| liberties.start(cx).map_or(0, |start| liberties.count(cx, start)));
    Ok(count.seen_as(Some(View::Sign(sign))))
}

struct Liberties {
    growth: Growth,
    at: IntExpr,
    condition: Option<BoolExpr>,
}

impl Liberties {
    fn start(&self, cx: &mut Cx) -> Option<i32> {
        let start = self.at.eval(cx);
        if !(0..self.growth.sites()).contains(&start) {
            cx.fail(Fault::NoSuchSite { ludeme: "count Liberties", site: start });
            return None;
        }
        Some(start)
    }

    fn count(&self, cx: &mut Cx, start: i32) -> i32 {
        let growth = &self.growth;
        let group = component_group(cx, growth, start, self.condition.as_ref());
        if cx.state.what(growth.t, start) == 0 {
            return 0;
        }
        if let Some(liberties) = growth.beside(&group, cx.state.empty_sites(growth.t)) {
            return liberties.len() as i32;
        }
        let mut liberties = SiteSet::new();
        for site in &group {
            growth.steps(cx, site, |cx, to| {
                if cx.state.is_empty_site(growth.t, to) {
                    liberties.insert(to);
                }
            });
        }
        liberties.len() as i32
    }

    /// Whether there is one, found without the whole of the group where groups are told by sets.
    fn has_some(&self, cx: &mut Cx, start: i32) -> Option<bool> {
        let t = self.growth.t;
        let what = usize::from(cx.state.piece(t, start, None).what);
        // What is only shown on a site does not stand there.
        let mut alike = cx.state.site_store(0, t)?.placed(what).filter(|alike| alike.contains(start))?.clone();
        if let Some(condition) = &self.condition {
            let saved = (cx.it.from, cx.it.to);
            (cx.it.from, cx.it.to) = (start, start);
            let sites = self.growth.sites_where(cx, condition);
            (cx.it.from, cx.it.to) = saved;
            alike.intersect_with(&sites?);
            if !alike.contains(start) {
                return Some(false);
            }
        }
        let empty = cx.state.empty_sites(t).clone();
        self.growth.group_touches(cx, start, &alike, &empty)
    }
}
