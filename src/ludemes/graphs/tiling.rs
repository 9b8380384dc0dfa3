//! `(tiling name size [size])`, `(tiling name {side ..})`, `(tiling name (poly ..))`: a board of a semi-regular tiling.

use super::{built, extent};
use crate::board::Graph;
use crate::board::generate::{self, Tiling};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("tiling", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let Some(kind) = call.word("tiling").and_then(Tiling::parse) else {
        return lo.wrong(&call.origin, "`(tiling ..)` needs the name of a tiling");
    };
    let extent = extent(call, ["dimA", "dimB"], lo)?;
    built(call, lo, generate::tiling(kind, &extent))
}
