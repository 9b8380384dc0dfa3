//! Integers.

mod count_steps;
mod counter;
pub(crate) mod step_search;

use crate::ludemes::Row;

/// The rows of this family, file by file.
pub(super) const FAMILY: &[&[Row]] = &[count_steps::ROWS, counter::ROWS];
