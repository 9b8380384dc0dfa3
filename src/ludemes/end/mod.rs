//! End rules.

use crate::ludemes::Row;

/// The rows of this family, file by file.
pub(super) const FAMILY: &[&[Row]] = &[];

/// A list of end rules.
#[derive(Debug)]
pub struct EndRules;
