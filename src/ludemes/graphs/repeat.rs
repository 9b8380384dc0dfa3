//! `(repeat rows columns step:{{x y} {x y}} (poly ..))`: polygons repeated in rows and columns.
//!
//! `step:` gives the shift from column to column and that from row to row.

use super::{built, poly, reals};
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("repeat", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let (rows, columns) = (lo.dim(call, "rows")?, lo.dim(call, "columns")?);
    let Some(step) = call.get("step") else { return lo.wrong(&call.origin, "`(repeat ..)` needs `step:`") };
    let steps = step.each().iter().map(|shift| reals(shift, lo)).collect::<Lowered<Vec<_>>>()?;
    let ([x1, y1, ..], [x2, y2, ..]) =
        (steps.first().map_or(&[][..], Vec::as_slice), steps.get(1).map_or(&[][..], Vec::as_slice))
    else {
        return lo.wrong(&step.origin, "`step:` needs two shifts of two numbers");
    };
    let steps = [[*x1, *y1], [*x2, *y2]];
    let outlines = call.get("poly").or_else(|| call.get("polys")).map_or(&[][..], Arg::each);
    let polygons = outlines.iter().map(|outline| poly::read(outline, lo)).collect::<Lowered<Vec<_>>>()?;
    built(call, lo, generate::repeat(rows, columns, steps, &polygons))
}
