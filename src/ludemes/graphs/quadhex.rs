//! `(quadhex layers)`: a hexagon of quadrilaterals.

use super::built;
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("quadhex", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    if call.flag("thirds", false) {
        return lo.unsupported(&call.origin, "`(quadhex .. thirds:True)`");
    }
    let layers = lo.dim(call, "layers")?;
    built(call, lo, generate::quadhex(layers))
}
