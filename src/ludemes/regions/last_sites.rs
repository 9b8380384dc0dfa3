//! `(sites LastTo [type])`, `(sites LastFrom [type])`: where the actions of the last move end, or start.
//!
//! Actions of consequences count too. After a pass there is nothing.
//!
//! Differences: Ludii 1.3.12 fails after a pass.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::region("sites", "LastTo", |_, _| Ok(last(Action::to))).requires(|needs, _| needs.features.last_actions = true),
    Row::region("sites", "LastFrom", |_, _| Ok(last(Action::from)))
        .requires(|needs, _| needs.features.last_actions = true),
];

fn last(site: fn(&Action) -> i32) -> RegionExpr {
    Expr::new(Uses::HISTORY, move |cx| {
        let mut found = SiteSet::new();
        if let Some(last) = cx.last_move() {
            last.for_each_action(&mut |action| found.insert(site(action)));
        }
        found
    })
}
