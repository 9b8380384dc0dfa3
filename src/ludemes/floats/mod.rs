//! Real numbers.

mod arithmetic;
mod functions;

use crate::ludemes::Row;

/// The rows of this family, file by file.
pub(super) const FAMILY: &[&[Row]] = &[arithmetic::ROWS, functions::ROWS];
