//! `(tiling name size [size])`, `(tiling name {side ..})`, `(tiling name (poly ..))`: a board of a semi-regular tiling.

use super::{built, poly};
use crate::board::Graph;
use crate::board::generate::{self, Extent, Tiling};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("tiling", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let Some(kind) = call.word("tiling").and_then(Tiling::parse) else {
        return lo.wrong(&call.origin, "`(tiling ..)` needs the name of a tiling");
    };
    let extent = if let Some(sides) = call.get("sides") {
        Extent::Sides(lo.dims(sides)?)
    } else if let Some(outline) = call.get("poly") {
        Extent::Poly(poly::read(outline, lo)?)
    } else {
        Extent::Size(lo.dim(call, "dimA")?, lo.dim_opt(call, "dimB")?)
    };
    built(call, lo, generate::tiling(kind, &extent))
}
