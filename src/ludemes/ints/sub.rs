//! `(- a b)`, `(- a)`: the difference, or the negative.
//!
//! 32-bit integers that wrap silently. (Ludii 1.3.12's behaviour.)

use super::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("-", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let b = lo.int(call, "valueB")?;
    Ok(match lo.int_opt(call, "valueA")? {
        Some(a) => super::of_two(a, b, i32::wrapping_sub),
        None => map1(b, i32::wrapping_neg),
    })
}
