//! `(arrayValue array index:int)`: an element, counted from 0; -1 out of range. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("arrayValue", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let (array, index) = (lo.ints(call, "array")?, lo.int(call, "index")?);
    Ok(array.with(index.uses, move |cx, array| {
        usize::try_from(index.eval(cx)).ok().and_then(|index| array.get(index)).copied().unwrap_or(-1)
    }))
}
