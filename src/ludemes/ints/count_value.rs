//! `(count Value int in:array)`: how often a value occurs in an array. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("count", "Value", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let (value, array) = (lo.int(call, "of")?, lo.ints(call, "in")?);
    Ok(super::map2(value, array, |value, array| array.iter().filter(|&&v| v == value).count() as i32))
}
