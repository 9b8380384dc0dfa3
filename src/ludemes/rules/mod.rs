//! The frame of a game: players, rules, phases, meta rules.

use crate::ludemes::Row;

/// The rows of this family, file by file.
pub(super) const FAMILY: &[&[Row]] = &[];
