//! `(regular sides)`, `(regular Star sides)`: one regular polygon, or a star.

use super::built;
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::graph("regular", "", |call, lo| regular(call, lo, false)),
    Row::graph("regular", "Star", |call, lo| regular(call, lo, true)),
];

fn regular(call: &Ludeme, lo: &mut Lowering, star: bool) -> Lowered<Graph> {
    let sides = lo.dim(call, "numSides")?;
    built(call, lo, generate::regular(sides, star, lo.build))
}
