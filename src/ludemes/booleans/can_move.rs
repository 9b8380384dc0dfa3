//! `(can Move moves)`: the moves generate at least one move now. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("can", "Move", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let moves = lo.moves(call, "moves")?;
    Ok(Expr::new(Uses::VOLATILE, move |cx| {
        let saved = cx.it.clone();
        let mut out = Out::first();
        moves.eval(cx, &mut out);
        cx.it = saved;
        !out.moves.is_empty()
    }))
}
