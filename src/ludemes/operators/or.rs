//! `(or {moves} [then])`, `(or a b [then])` of moves: all of them, in order; duplicates stay.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("or", "", super::concatenation).any_order()];
