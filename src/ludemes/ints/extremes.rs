//! `(max a b)`, `(max array)`, `(min a b)`, `(min array)`: the greatest or least.
//!
//! That of an empty array is -1, for both. (Ludii 1.3.12's behaviour.)

use super::of_two;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("max", "", |call, lo| extreme(i32::max, call, lo)),
    Row::int("min", "", |call, lo| extreme(i32::min, call, lo)),
];

fn extreme(pick: impl Binary<i32>, call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    if call.get("array").is_some() {
        let array = lo.ints(call, "array")?;
        return Ok(Expr::new(array.uses, move |cx| array.eval(cx).into_iter().reduce(pick).unwrap_or(-1)));
    }
    Ok(of_two(lo.int(call, "valueA")?, lo.int(call, "valueB")?, pick))
}
