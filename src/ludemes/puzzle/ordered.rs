//! `<`, `<=`, `>` and `>=` in a deduction puzzle: comparisons of the values of two sites.
//!
//! Everywhere in a puzzle, also in its end rules, the numbers are sites of the default type; the comparison holds where
//! one of them is not resolved. Of two numbers that read nothing it is found out once, before the start rules, when
//! nothing is resolved but what can only be 0. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: a number that is no site is like a site that is not resolved.

use crate::ludemes::prelude::*;
use crate::ludemes::registry::{self, Hazard};

/// Reads the comparison.
pub(crate) fn lower(holds: impl Binary<bool>, call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.default_type();
    let (a, b) = (lo.int(call, "valueA")?, lo.int(call, "valueB")?);
    if a.uses | b.uses == Uses::NONE {
        let only_zero = lo.equipment.puzzle.lasts()[t as usize] == 0;
        return Ok(Expr::constant(!only_zero || holds(0, 0)));
    }
    // Next to a site that is not resolved the other does not matter, if finding it cannot fail: it may cost much.
    let harmless = |name: &str| call.part(name).is_none_or(|part| registry::hazard(part, lo) == Hazard::None);
    let known = b.as_constant().copied().filter(|_| harmless("valueA"));
    Ok(Expr::new(a.uses | b.uses | Uses::VALUES, move |cx| {
        if known.is_some_and(|site| cx.value_of(t, site).is_none()) {
            return true;
        }
        let (a, b) = (a.eval(cx), b.eval(cx));
        if let (Some(a), Some(b)) = (cx.value_of(t, a), cx.value_of(t, b)) { holds(a, b) } else { true }
    }))
}
