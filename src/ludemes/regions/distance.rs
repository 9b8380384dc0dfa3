//! `(sites Distance [type] [relation] [(step ..)] from:int range)`: the sites at a distance within a range.
//!
//! The distance is that of the board's one table of distances; the site itself is at distance 0. A range that begins
//! below 0 gives nothing, which is why `(max k)` does. On narrow boards the farthest sites are missing from the lists.
//! With a `(step ..)`, the sites that the search of such steps first reaches after so many of them, never the site
//! itself. (Ludii 1.3.12's behaviour.)
//!
//! Differences: `newRotation:` is carried out only where the directions do not depend on a facing, and so has no
//! effect.

use super::on_board;
use crate::ludemes::ints::count_steps::distances;
use crate::ludemes::ints::step_search::StepSearch;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Distance", lower).requires(distances)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "elementType");
    let from = lo.int(call, "from")?;
    let range = lo.range_arg(lo.one_of(call, &["distance"], "`(sites Distance ..)` needs a range")?)?;
    if let Some(step) = call.get("stepMove") {
        let search = StepSearch::new(step, t, lo)?;
        if call.get("newRotation").is_some() && !search.is_absolute() {
            return lo.unsupported(&call.origin, "`newRotation:` with directions that depend on a facing");
        }
        return Ok(searched(search, from, range));
    }
    let board = lo.board();
    let relation = lo.features.distance.unwrap_or(Relation::Adjacent);
    let region = Expr::new(from.uses | range.uses, move |cx| {
        let mut found = SiteSet::new();
        let from = from.eval(cx);
        let (least, most) = range.eval(cx);
        let Some(site) = on_board(&board, t, from) else { return found };
        if least < 0 {
            return found;
        }
        if least == 0 && most >= 0 {
            // The table has distance 0 for what cannot be reached as well.
            found.insert(from);
        }
        for distance in least.max(1)..=most.min(board.len(t) as i32) {
            if !cx.spend(board.distance_work(t)) {
                break;
            }
            for next in board.sites_at_distance(t, relation, site, distance) {
                found.insert(next as i32);
            }
        }
        found
    });
    Ok(lo.keep(call, region))
}

fn searched(search: StepSearch, from: IntExpr, range: RangeExpr) -> RegionExpr {
    from.with(range.uses | search.uses(), move |cx, from| {
        let range = range.eval(cx);
        search.within(cx, from, range)
    })
}
