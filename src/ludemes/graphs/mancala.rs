//! The graph of `(mancalaBoard rows columns [store:] [numStores:] ..)`: rows of pits between two stores.

use super::built;
use crate::board::Graph;
use crate::board::generate::{self, Store};
use crate::ludemes::prelude::*;

/// The graph of a `(mancalaBoard ..)` item.
pub(in crate::ludemes) fn mancala_graph(call: &Ludeme, lo: &mut Lowering) -> Lowered<Graph> {
    let (rows, columns) = (lo.dim(call, "rows")?, lo.dim(call, "columns")?);
    let store = match call.word("store") {
        Some("Inner") => Store::Inner,
        Some("None") => Store::None,
        _ => Store::Outer,
    };
    let stores = lo.dim_or(call, "numStores", 2)?;
    built(call, lo, generate::mancala(rows, columns, store, stores))
}
