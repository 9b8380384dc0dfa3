//! Ranges.

mod bounds;

use crate::ludemes::Row;

/// The rows of this family, file by file.
pub(super) const FAMILY: &[&[Row]] = &[bounds::ROWS];
