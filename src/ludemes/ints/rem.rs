//! `(% a b)`: the remainder of the division truncated toward zero, with the sign of `a`.
//!
//! Division by zero is an error, while the description is read where both operands are constant.
//! (Ludii 1.3.12's behaviour.)

use super::divide;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("%", "", lower).may_fail_unless(super::divides_by_number)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    divide("%", ("value", "modulo"), i32::wrapping_rem, call, lo)
}
