//! `(is Even int)`, `(is Odd int)`: the lowest bit of a number. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::boolean("is", "Even", |call, lo| Ok(map1(lo.int(call, "value")?, |value| value & 1 == 0))),
    Row::boolean("is", "Odd", |call, lo| Ok(map1(lo.int(call, "value")?, |value| value & 1 == 1))),
];
