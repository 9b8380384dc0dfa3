//! `(* a b)`, `(* {int ..})`, `(* array)`: the product.
//!
//! 32-bit integers that wrap silently; the product of nothing is 0, not 1. (Ludii 1.3.12's behaviour.)

use super::{ListOrPair, fold_list};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("*", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let operands = ListOrPair::read(call, lo)?;
    Ok(fold_list(operands, i32::wrapping_mul, product))
}

fn product(values: &[i32]) -> i32 {
    if values.is_empty() { 0 } else { values.iter().fold(1, |product, &v| product.wrapping_mul(v)) }
}
