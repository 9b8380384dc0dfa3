//! `(range a [b])`, `(exact k)`, `(min k)`, `(max k)`: ranges of integers, both ends included.
//!
//! `(range a)` is `(exact a)`; `(min k)` goes up to `Infinity` and `(max k)` starts at -1. A range whose first end is
//! greater than its last is empty. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::{count_steps::INFINITY, map1, map2};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::range("range", "", range),
    Row::range("exact", "", exact),
    Row::range("min", "", min),
    Row::range("max", "", max),
];

fn range(call: &Ludeme, lo: &mut Lowering) -> Lowered<RangeExpr> {
    let low = lo.int(call, "min")?;
    Ok(match lo.int_opt(call, "max")? {
        Some(high) => map2(low, high, |low, high| (low, high)),
        None => map1(low, |only| (only, only)),
    })
}

fn exact(call: &Ludeme, lo: &mut Lowering) -> Lowered<RangeExpr> {
    Ok(map1(lo.int(call, "value")?, |only| (only, only)))
}

fn min(call: &Ludeme, lo: &mut Lowering) -> Lowered<RangeExpr> {
    Ok(map1(lo.int(call, "min")?, |low| (low, INFINITY)))
}

fn max(call: &Ludeme, lo: &mut Lowering) -> Lowered<RangeExpr> {
    Ok(map1(lo.int(call, "max")?, |high| (-1, high)))
}
