//! `(sites Between [directions] [type] from:int [fromIncluded:boolean] to:int [toIncluded:boolean] [cond:boolean])`:
//! the sites between two sites on a line.
//!
//! The line is the first one from `from:` that reaches `to:`, in one of the directions (`Adjacent` by default). `cond:`
//! filters the sites strictly between; in it `from` and `to` are the ends and `between` is the site. Without such a
//! line there are only the ends that are included, and nothing where an end is off the board. (Ludii 1.3.12's
//! behaviour.)
//!
//! `(sites Between moves)`: the sites between of the moves that a generator gives now.

use super::by_moves::of_moves;
use super::on_board;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Between", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    if call.get("moves").is_some() {
        return of_moves(call, lo, |m, sites| m.between.iter().for_each(|&site| sites.insert(site)));
    }
    let t = lo.site_type(call, "type");
    let directions = lo.directions_or(call, "directions", Direction::Adjacent)?;
    let from = lo.int(call, "from")?;
    let to = lo.int(call, "to")?;
    let from_included = lo.bool_or(call, "fromIncluded", false)?;
    let to_included = lo.bool_or(call, "toIncluded", false)?;
    let condition = lo.bool_opt(call, "cond")?;
    let board = lo.board();
    let uses = uses_of(&condition).without(Uses::FROM | Uses::TO | Uses::BETWEEN)
        | from.uses
        | to.uses
        | directions.uses
        | from_included.uses
        | to_included.uses;
    Ok(Expr::new(uses, move |cx| {
        let mut found = SiteSet::new();
        let (a, b) = (from.eval(cx), to.eval(cx));
        let (Some(start), Some(_)) = (on_board(&board, t, a), on_board(&board, t, b)) else { return found };
        if from_included.eval(cx) {
            found.insert(a);
        }
        if to_included.eval(cx) {
            found.insert(b);
        }
        let directions = directions.eval(cx, t, a);
        let Some(line) = line_to(&board, t, start, b as u32, &directions) else { return found };
        let saved = (cx.it.from, cx.it.to, cx.it.between);
        (cx.it.from, cx.it.to) = (a, b);
        for &site in line {
            cx.it.between = site as i32;
            if condition.as_ref().is_none_or(|condition| condition.eval(cx)) {
                found.insert(site as i32);
            }
        }
        (cx.it.from, cx.it.to, cx.it.between) = saved;
        found
    }))
}

/// The sites strictly between, on the first line that reaches the end.
fn line_to<'a>(
    board: &'a Topology,
    t: SiteType,
    start: usize,
    end: u32,
    directions: &[Direction],
) -> Option<&'a [u32]> {
    let lines = directions.iter().flat_map(|&d| board.radials(t, start, d));
    lines.into_iter().find_map(|line| {
        let at = line.path[1..].iter().position(|&site| site == end)?;
        Some(&line.path[1..=at])
    })
}
