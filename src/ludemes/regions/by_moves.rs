//! `(sites From moves)`, `(sites To moves)`: where the moves start or end that a generator gives now.
//!
//! The recorded sites of the moves count.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::region("sites", "From", |call, lo| of_moves(call, lo, |m, sites| sites.insert(m.from))),
    Row::region("sites", "To", |call, lo| of_moves(call, lo, |m, sites| sites.insert(m.to))),
];

/// The sites that a generator's moves name; `take` says which.
pub(super) fn of_moves(call: &Ludeme, lo: &mut Lowering, take: fn(&Move, &mut SiteSet)) -> Lowered<RegionExpr> {
    let moves = lo.moves(call, "moves")?;
    Ok(Expr::new(Uses::VOLATILE, move |cx| {
        let mut sites = SiteSet::new();
        for m in moves.list(cx) {
            take(&m, &mut sites);
        }
        sites
    }))
}
