//! `(trim graph)`: without edges that end freely and vertices without edges.

use crate::board::operate;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::graph("trim", "", |call, lo| Ok(operate::trim(lo.graph(call, "graph")?)))];
