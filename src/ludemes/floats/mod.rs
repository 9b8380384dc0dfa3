//! Real numbers.

mod arithmetic;
mod functions;

use crate::ludemes::Row;

family! { arithmetic functions }
