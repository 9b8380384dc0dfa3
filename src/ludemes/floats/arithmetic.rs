//! `(+ a b)`, `(+ {float ..})`, `(* ..)`, `(- a b)`, `(/ a b)`, `(^ a b)`, `(abs a)`, `(max ..)`, `(min ..)` of real
//! numbers.
//!
//! Numbers have 32 bits. Division by zero is an error, while the description is read where both operands are constant.
//! (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: sum and product of nothing are 0, as of integers, and the extreme of nothing is -1.

use crate::ludemes::ints::{map1, map2};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::float("+", "", |call, lo| fold(|a, b| a + b, ("a", "b"), 0.0, call, lo)),
    Row::float("*", "", |call, lo| fold(|a, b| a * b, ("a", "b"), 0.0, call, lo)),
    Row::float("-", "", |call, lo| Ok(map2(lo.float(call, "valueA")?, lo.float(call, "valueB")?, |a, b| a - b))),
    Row::float("/", "", div).may_fail(),
    Row::float("^", "", pow),
    Row::float("abs", "", |call, lo| Ok(map1(lo.float(call, "value")?, f32::abs))),
    Row::float("max", "", |call, lo| fold(f32::max, ("a", "b"), -1.0, call, lo)),
    Row::float("min", "", |call, lo| fold(f32::min, ("a", "b"), -1.0, call, lo)),
];

/// A pair or a list of numbers, from left to right.
fn fold(
    pair: fn(f32, f32) -> f32,
    (a, b): (&str, &str),
    empty: f32,
    call: &Ludeme,
    lo: &mut Lowering,
) -> Lowered<FloatExpr> {
    let Some(items) = call.items("list") else {
        return Ok(map2(lo.float(call, a)?, lo.float(call, b)?, pair));
    };
    let mut whole: Option<FloatExpr> = None;
    for item in items {
        let next = lo.float_arg(item)?;
        whole = Some(match whole {
            Some(whole) => map2(whole, next, pair),
            None => next,
        });
    }
    Ok(whole.unwrap_or_else(|| Expr::constant(empty)))
}

fn div(call: &Ludeme, lo: &mut Lowering) -> Lowered<FloatExpr> {
    let (a, b) = (lo.float(call, "a")?, lo.float(call, "b")?);
    match (a.as_constant(), b.as_constant()) {
        (Some(_), Some(&0.0)) => lo.wrong(&call.origin, "division by zero"),
        (Some(a), Some(b)) => Ok(Expr::constant(a / b)),
        _ => Ok(Expr::new(a.uses | b.uses, move |cx| {
            let (a, b) = (a.eval(cx), b.eval(cx));
            if b == 0.0 {
                cx.fail(Fault::DivisionByZero("/"));
                return 0.0;
            }
            a / b
        })),
    }
}

fn pow(call: &Ludeme, lo: &mut Lowering) -> Lowered<FloatExpr> {
    Ok(map2(lo.float(call, "a")?, lo.float(call, "b")?, |a, b| f64::from(a).powf(f64::from(b)) as f32))
}
