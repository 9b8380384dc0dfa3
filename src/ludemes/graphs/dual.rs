//! `(dual graph)`: a vertex for each cell, linked where cells share an edge.

use crate::board::operate;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("dual", "", |call, lo| Ok(operate::dual(lo.graph(call, "graph")?)))];
