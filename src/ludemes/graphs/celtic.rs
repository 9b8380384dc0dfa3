//! `(celtic rows [columns])`, `(celtic {side ..})`, `(celtic (poly ..))`: a knotwork board.

use super::{built, poly};
use crate::board::Graph;
use crate::board::generate::{self, Celtic};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("celtic", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let extent = if let Some(sides) = call.get("sides") {
        Celtic::Sides(lo.dims(sides)?)
    } else if let Some(outline) = call.get("poly") {
        Celtic::Poly(poly::read(outline, lo)?)
    } else {
        let rows = lo.dim(call, "rows")?;
        Celtic::Rectangle(rows, lo.dim_or(call, "columns", rows)?)
    };
    built(call, lo, generate::celtic(&extent))
}
