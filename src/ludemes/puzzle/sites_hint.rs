//! `(sites Hint)`: the sites of the hint that is iterated over; the last ones afterwards.
//!
//! Differences: Ludii 1.3.12 stops with an error where a hint has more sites than there are hints, and where none has
//! as many.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::region("sites", "Hint", lower).requires(|needs, _| needs.features.puzzle = true)];

fn lower(_: &Ludeme, _: &mut Lowering) -> Lowered<RegionExpr> {
    Ok(Expr::new(Uses::REGION, |cx| cx.it.hint_region.as_deref().cloned().unwrap_or_default()))
}
