//! Ranges.

mod bounds;

use crate::ludemes::Row;

family! { bounds }
