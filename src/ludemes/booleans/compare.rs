//! `(= a b)`, `(!= a b)`, `(< a b)`, `(<= a b)`, `(> a b)`, `(>= a b)`: comparisons.
//!
//! Of two integers, the second of which may be a role for `=` and `!=`; or, for these, of two regions, which are equal
//! when they hold the same sites. (Ludii 1.3.12's behaviour outside deduction puzzles.)

use crate::ludemes::ints::map2;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::boolean("=", "", equal),
    Row::boolean("!=", "", unequal),
    Row::boolean("<", "", |call, lo| ordered(|a, b| a < b, call, lo)),
    Row::boolean("<=", "", |call, lo| ordered(|a, b| a <= b, call, lo)),
    Row::boolean(">", "", |call, lo| ordered(|a, b| a > b, call, lo)),
    Row::boolean(">=", "", |call, lo| ordered(|a, b| a >= b, call, lo)),
];

fn equal(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    if call.get("regionA").is_some() {
        return Ok(map2(lo.region(call, "regionA")?, lo.region(call, "regionB")?, |a, b| a == b));
    }
    let (a, b) = integers(call, lo)?;
    Ok(map2(a, b, |a, b| a == b))
}

fn unequal(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    if call.get("regionA").is_some() {
        return Ok(map2(lo.region(call, "regionA")?, lo.region(call, "regionB")?, |a, b| a != b));
    }
    let (a, b) = integers(call, lo)?;
    Ok(map2(a, b, |a, b| a != b))
}

fn integers(call: &Ludeme, lo: &mut Lowering) -> Lowered<(IntExpr, IntExpr)> {
    let a = lo.int(call, "valueA")?;
    let b = if call.get("roleB").is_some() { "roleB" } else { "valueB" };
    Ok((a, lo.int(call, b)?))
}

fn ordered(holds: fn(i32, i32) -> bool, call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    Ok(map2(lo.int(call, "valueA")?, lo.int(call, "valueB")?, holds))
}
