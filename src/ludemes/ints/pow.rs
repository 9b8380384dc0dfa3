//! `(^ a b)`: the power.
//!
//! Computed in double precision and cut to an integer, saturating: `(^ 2 31)` is 2147483647, `(^ 2 -1)` is 0 and
//! `(^ 0 0)` is 1. (Ludii 1.3.12's behaviour.)

use super::map2;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("^", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    Ok(map2(lo.int(call, "a")?, lo.int(call, "b")?, |a, b| f64::from(a).powf(f64::from(b)) as i32))
}
