//! `(is LastTo type)`, `(is LastFrom type)`: the type of the site where the last move ended, or started.
//!
//! It is that of the move's decision; of a move without one, that of its first action with a site; else Cell.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::boolean("is", "LastTo", |call, lo| Ok(lower(call, lo, |types| types.1)))
        .requires(|needs, _| needs.features.last_actions = true),
    Row::boolean("is", "LastFrom", |call, lo| Ok(lower(call, lo, |types| types.0)))
        .requires(|needs, _| needs.features.last_actions = true),
];

/// The types of the sites an action starts from and ends on.
type Types = (Option<SiteType>, Option<SiteType>);

fn lower(call: &Ludeme, lo: &Lowering, end: fn(Types) -> Option<SiteType>) -> BoolExpr {
    let wanted = lo.site_type(call, "type");
    let default = lo.default_type();
    let of = move |action: &Action| match action.kind {
        ActionKind::Add { t: None, .. } => Some(default),
        _ => end(action.site_types()),
    };
    Expr::new(Uses::HISTORY, move |cx| {
        let Some(last) = cx.last_move() else { return wanted == SiteType::Cell };
        let found = match last.decision() {
            Some(action) => of(action),
            None => last.actions().into_iter().find_map(of),
        };
        found.unwrap_or(SiteType::Cell) == wanted
    })
}
