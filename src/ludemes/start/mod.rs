//! Start rules.

use crate::ludemes::Row;

/// The rows of this family, file by file.
pub(super) const FAMILY: &[&[Row]] = &[];

/// A start rule.
#[derive(Debug)]
pub struct StartRule;
