//! `(makeFaces graph)`: the cells found anew.

use crate::board::operate;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::graph("makeFaces", "", |call, lo| Ok(operate::make_faces(lo.graph(call, "graph")?)))];
