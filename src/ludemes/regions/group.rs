//! `(sites Group [type] (at:int | from:region) [directions] [if:boolean])`: the group of a site, or of all sites of a
//! region.
//!
//! Without a condition a group is what is connected (by steps in the directions, `Adjacent` by default) to the start and
//! holds the same component; an empty start gives its empty area. With one, `from` is the start and `to` the tested
//! site, and a start that fails gives nothing. (Ludii 1.3.12's behaviour.)

use super::on_board;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Group", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "type");
    let Some(place) = call.get("at").or_else(|| call.get("from")) else {
        return lo.wrong(&call.origin, "`(sites Group ..)` needs `at:` or `from:`");
    };
    let starts = lo.sites_arg(place)?;
    let directions = lo.directions_or(call, "directions", Direction::Adjacent)?;
    let condition = lo.bool_opt(call, "if")?;
    let board = lo.board();
    let inner = condition.as_ref().map_or(Uses::BOARD, |c| c.uses.without(Uses::FROM | Uses::TO));
    let uses = starts.uses | directions.uses | inner;
    let region = Expr::new(uses, move |cx| {
        let mut all = SiteSet::new();
        let saved = (cx.it.from, cx.it.to);
        for start in starts.eval(cx) {
            let Some(site) = on_board(&board, t, start) else { continue };
            // Groups of equal components are the same from each of their sites; a condition may look at the start.
            if condition.is_none() && all.contains(start) {
                continue;
            }
            (cx.it.from, cx.it.to) = (start, start);
            let what = cx.state.what(t, start);
            let mut belongs = |cx: &mut Cx, to: i32| match &condition {
                Some(condition) => {
                    cx.it.to = to;
                    condition.eval(cx)
                }
                None => cx.state.what(t, to) == what,
            };
            if !belongs(cx, start) {
                continue;
            }
            grow(cx, &board, t, site, &directions, &mut all, &mut belongs);
        }
        (cx.it.from, cx.it.to) = saved;
        all
    });
    Ok(lo.keep(region))
}

fn grow(
    cx: &mut Cx,
    board: &Topology,
    t: SiteType,
    start: usize,
    directions: &DirectionsExpr,
    all: &mut SiteSet,
    belongs: &mut dyn FnMut(&mut Cx, i32) -> bool,
) {
    let mut tested = SiteSet::new();
    tested.insert(start as i32);
    all.insert(start as i32);
    let mut queue = vec![start];
    while let Some(site) = queue.pop() {
        for direction in directions.eval(cx, t, site as i32) {
            for &to in board.steps(t, site, direction) {
                let next = to as i32;
                if tested.contains(next) {
                    continue;
                }
                tested.insert(next);
                if belongs(cx, next) {
                    all.insert(next);
                    queue.push(to as usize);
                }
            }
        }
        if !cx.spend(1) {
            return;
        }
    }
}
