//! `(and {moves} [then])`, `(and a b [then])` of moves: all of them, in order.
//!
//! The same as `or`: as a play rule it offers the union, as an effect everything is applied, and in both cases all
//! parts are evaluated before anything is applied. Duplicates stay. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("and", "", super::concatenation).any_order()];
