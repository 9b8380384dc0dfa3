//! Directions.

use crate::ludemes::Row;

/// The rows of this family, file by file.
pub(super) const FAMILY: &[&[Row]] = &[];

/// The directions that a relative direction word means; `None` for another word.
pub(super) fn relative(_word: &str, _lo: &mut crate::ludemes::Lowering) -> Option<crate::engine::expr::DirectionsExpr> {
    None
}
