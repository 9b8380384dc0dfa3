//! `(/ a b)`: the quotient, truncated toward zero.
//!
//! Division by zero is an error, while the description is read where both operands are constant.
//! (Ludii 1.3.12's behaviour.)

use super::divide;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("/", "", lower).may_fail_unless(super::divides_by_number)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    divide("/", ("a", "b"), i32::wrapping_div, call, lo)
}
