//! `(quadhex layers [thirds:boolean])`: a hexagon of quadrilaterals; with `thirds`, three of its cells are long and
//! meet at a triangle.

use super::built;
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("quadhex", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let layers = lo.dim(call, "layers")?;
    let thirds = call.flag("thirds", false);
    built(call, lo, if thirds { generate::quadhex_thirds(layers) } else { generate::quadhex(layers) })
}
