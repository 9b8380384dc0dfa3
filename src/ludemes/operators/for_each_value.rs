//! `(forEach Value min: max: moves [then])`, `(forEach Value values moves [then])`: the moves for each value.
//!
//! `value` is each number from `min:` to `max:`, or each of the array.

use super::build::attach;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Value", lower)];

enum Values {
    Listed(IntsExpr),
    Range(IntExpr, IntExpr),
}

struct ForEachValue {
    values: Values,
    moves: MovesExpr,
    then: Option<MovesExpr>,
    harmless: bool,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let values = match call.get("values") {
        Some(arg) => Values::Listed(lo.ints_arg(arg)?),
        None => Values::Range(lo.int(call, "min")?, lo.int(call, "max")?),
    };
    let (moves, then) = (lo.moves(call, "generator")?, lo.then(call)?);
    Ok(Moves::of(false, ForEachValue { values, moves, then, harmless: lo.is_harmless(call) }))
}

impl Generator for ForEachValue {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let start = out.watermark();
        let saved = cx.it.value;
        let mut each = |cx: &mut Cx, value: i32| {
            cx.it.value = value;
            self.moves.seek(cx, out);
            cx.spend(1) && !out.full()
        };
        match &self.values {
            Values::Listed(values) => {
                let _ = values.eval(cx).into_iter().all(|value| each(cx, value));
            }
            Values::Range(min, max) => {
                let (min, max) = (min.eval(cx), max.eval(cx));
                let _ = (min..=max).all(|value| each(cx, value));
            }
        }
        cx.it.value = saved;
        attach(out, start, self.then.as_ref());
    }

    fn origins(&self, cx: &mut Cx, t: SiteType, start: i32, end: i32) -> Option<SiteSet> {
        self.moves.origins(cx, t, start, end).filter(|_| self.harmless)
    }
}
