//! `(+ a b)`, `(- a b)`, `(* a b)`, `(/ a b)`, `(^ a b)`, `(abs a)`, `(min a b)`, `(max a b)` of dimensions.
//!
//! 32-bit integers that wrap; a quotient is truncated toward zero, a power computed in double precision and truncated;
//! the sum and the product of an empty list are 0. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::dim("+", |call, lo| of_list(call, lo, i32::wrapping_add)),
    Row::dim("*", |call, lo| of_list(call, lo, i32::wrapping_mul)),
    Row::dim("-", |call, lo| Ok(lo.dim(call, "valueA")?.wrapping_sub(lo.dim(call, "valueB")?))),
    Row::dim("/", divide),
    Row::dim("^", power),
    Row::dim("abs", |call, lo| Ok(lo.dim(call, "value")?.wrapping_abs())),
    Row::dim("min", |call, lo| Ok(lo.dim(call, "valueA")?.min(lo.dim(call, "valueB")?))),
    Row::dim("max", |call, lo| Ok(lo.dim(call, "valueA")?.max(lo.dim(call, "valueB")?))),
];

fn of_list(call: &Ludeme, lo: &mut Lowering, join: fn(i32, i32) -> i32) -> Lowered<i32> {
    let values = match call.get("list") {
        Some(list) => lo.dims(list)?,
        None => vec![lo.dim(call, "a")?, lo.dim(call, "b")?],
    };
    Ok(values.into_iter().reduce(join).unwrap_or(0))
}

fn divide(call: &Ludeme, lo: &mut Lowering) -> Lowered<i32> {
    let (a, b) = (lo.dim(call, "a")?, lo.dim(call, "b")?);
    if b == 0 {
        return lo.wrong(&call.origin, "division by zero");
    }
    Ok(a.wrapping_div(b))
}

fn power(call: &Ludeme, lo: &mut Lowering) -> Lowered<i32> {
    Ok(f64::from(lo.dim(call, "a")?).powf(f64::from(lo.dim(call, "b")?)) as i32)
}
