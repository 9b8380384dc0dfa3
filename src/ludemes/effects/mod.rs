//! Effects: changes of the state that the rules make, as moves without a decision.

use crate::ludemes::Row;

/// The rows of this family, file by file.
pub(super) const FAMILY: &[&[Row]] = &[];
