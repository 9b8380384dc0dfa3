//! `(spiral turns:n sites:n [clockwise:boolean])`: a spiral about its first site.

use super::built;
use crate::board::{Graph, generate};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("spiral", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let turns = lo.dim(call, "turns")?;
    let sites = lo.dim(call, "sites")?;
    built(call, lo, generate::spiral(turns, sites, call.flag("clockwise", true)))
}
