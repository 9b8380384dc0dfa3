//! `(forEach Value min: max: moves [then])`, `(forEach Value values moves [then])`: the moves for each value.
//!
//! `value` is each number from `min:` to `max:`, or each of the array.

use super::followed;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Value", lower)];

enum Values {
    Listed(IntsExpr),
    Range(IntExpr, IntExpr),
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let values = match call.get("values") {
        Some(arg) => Values::Listed(lo.ints_arg(arg)?),
        None => Values::Range(lo.int(call, "min")?, lo.int(call, "max")?),
    };
    let moves = lo.moves(call, "generator")?;
    let then = lo.then(call)?;
    Ok(followed(then, move |cx, out| {
        let saved = cx.it.value;
        let mut each = |cx: &mut Cx, value: i32| {
            cx.it.value = value;
            moves.seek(cx, out);
            cx.spend(1) && !out.full()
        };
        match &values {
            Values::Listed(values) => {
                let _ = values.eval(cx).into_iter().all(|value| each(cx, value));
            }
            Values::Range(min, max) => {
                let (min, max) = (min.eval(cx), max.eval(cx));
                let _ = (min..=max).all(|value| each(cx, value));
            }
        }
        cx.it.value = saved;
    }))
}
