//! `(ahead [type] int [steps:int] [directions])`: the site so many steps on in a direction.
//!
//! The first of the directions at the site counts, `Forward` by default, and of its lines the first that is long
//! enough; the site itself if there is none, or for no steps; -1 for a negative site. `SameDirection` and
//! `OppositeDirection` are those from `from` to `to` and back; where these are unset, the last move's sites. (Ludii
//! 1.3.12's behaviour.)

use crate::engine::bit_sliced::Shifts;
use crate::engine::view::Neighbours;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("ahead", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let board = lo.board();
    let site = lo.int(call, "site")?;
    let steps = lo.int_or(call, "steps", 1)?;
    let direction = direction(call, t, lo)?;
    let facing = if direction.as_absolute().is_some() { Uses::NONE } else { Uses::BOARD };
    let view = match (steps.as_constant(), direction.as_absolute()) {
        (Some(&steps), Some([first, ..])) if lo.has_views() => view(&site, steps, *first, (&board, t)),
        _ => None,
    };
    let ahead = Expr::new(site.uses | steps.uses | direction.uses | facing, move |cx| {
        let (site, steps) = (site.eval(cx), steps.eval(cx));
        let Ok(start) = usize::try_from(site) else { return -1 };
        let (Ok(steps), Some(direction)) = (usize::try_from(steps), direction.eval(cx, t, site).first().copied())
        else {
            return site;
        };
        further(&board, (t, start), steps, direction).unwrap_or(site)
    });
    Ok(lo.find_once(call, ahead).seen_as(view))
}

/// The site so many steps on from another one, if there is one.
fn further(board: &Topology, (t, start): (SiteType, usize), steps: usize, direction: Direction) -> Option<i32> {
    let lines = board.radials(t, start, direction);
    lines.iter().find_map(|line| line.path.get(steps)).map(|&site| site as i32)
}

/// The most differences of numbers between a site and the one that it leads to, for which that is worth telling of all
/// sites at once.
const MOST_SHIFTS: usize = 24;

/// What each site leads to, where the site is that of an iterator variable.
fn view(site: &IntExpr, steps: i32, direction: Direction, (board, t): (&Topology, SiteType)) -> Option<View> {
    let Some(&View::Variable(variable)) = site.view() else { return None };
    let steps = usize::try_from(steps).ok()?;
    let on = |site: usize| further(board, (t, site), steps, direction).unwrap_or(site as i32);
    let near = Shifts::new(board.len(t), |site| std::iter::once(on(site)).collect());
    (near.steps() <= MOST_SHIFTS).then(|| View::Variable(variable).through(&Arc::new(Neighbours { t, near }))).flatten()
}

fn direction(call: &Ludeme, t: SiteType, lo: &mut Lowering) -> Lowered<DirectionsExpr> {
    let back = match call.get("directions").map(|arg| &arg.value) {
        Some(Value::Word { word: "SameDirection", .. }) => false,
        Some(Value::Word { word: "OppositeDirection", .. }) => true,
        Some(_) => return lo.directions_or(call, "directions", Direction::N),
        None => {
            return match crate::ludemes::directions::relative("Forward", lo) {
                Some(forward) => Ok(forward),
                None => lo.unsupported(&call.origin, "`(ahead ..)` without a direction"),
            };
        }
    };
    let board = lo.board();
    Ok(DirectionsExpr::new(Uses::FROM | Uses::TO | Uses::HISTORY, move |cx, _, _, _| {
        let last = cx.last().map_or((-1, -1), |m| (m.from, m.to));
        let from = if cx.it.from < 0 { last.0 } else { cx.it.from };
        let to = if cx.it.to < 0 { last.1 } else { cx.it.to };
        let (from, to) = if back { (to, from) } else { (from, to) };
        board.direction_to(t, (from, to), board.supported(t, Relation::Adjacent)).into_iter().collect()
    }))
}
