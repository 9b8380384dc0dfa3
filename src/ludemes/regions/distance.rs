//! `(sites Distance [type] [relation] from:int range)`: the sites at a distance within a range.
//!
//! The distance is that of the board's one table of distances; the site itself is at distance 0. A range that begins
//! below 0 gives nothing, which is why `(max k)` does. On narrow boards the farthest sites are missing from the lists.
//! (Ludii 1.3.12's behaviour.)

use super::on_board;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Distance", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "elementType");
    let from = lo.int(call, "from")?;
    let Some(range) = lo.range_opt(call, "distance")? else {
        return lo.wrong(&call.origin, "`(sites Distance ..)` needs a range");
    };
    if call.get("stepMove").is_some() {
        return lo.unsupported(&call.origin, "`(sites Distance .. (step ..) ..)`");
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
        for distance in least..=most.min(board.len(t) as i32) {
            for next in board.sites_at_distance(t, relation, site, distance) {
                found.insert(next as i32);
            }
        }
        found
    });
    Ok(lo.keep(region))
}
