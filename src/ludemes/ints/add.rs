//! `(+ a b)`, `(+ {int ..})`, `(+ array)`: the sum.
//!
//! 32-bit integers that wrap silently; the sum of nothing is 0. (Ludii 1.3.12's behaviour.)

use super::{ListOrPair, fold_list};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("+", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let operands = ListOrPair::read(call, lo)?;
    Ok(fold_list(operands, i32::wrapping_add, |values| values.iter().fold(0, |sum, &v| sum.wrapping_add(v))))
}
