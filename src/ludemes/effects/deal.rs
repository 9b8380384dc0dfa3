//! `(deal Dominoes [n] [beginWith:n] [then])`: dominoes to the players' hands, drawn as by [the start
//! rule](crate::ludemes::start::dealt).
//!
//! One move per domino, which adds `n` of it. Where it is asked whether there is a move, it is none. (Ludii 1.3.12's
//! behaviour.) Cards are not carried out.
//!
//! ASSUMPTION: `beginWith:` is for cards alone; each move is nobody's, and from and to the site.

use super::build::emit;
use crate::ludemes::prelude::*;
use crate::ludemes::start::dealt;

pub(super) const ROWS: &[Row] = &[Row::effect("deal", "", lower).draws()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    if call.word("type") != Some("Dominoes") {
        return lo.unsupported(&call.origin, "cards that are dealt");
    }
    let count = lo.int_or(call, "count", 1)?;
    let then = lo.then(call)?;
    let equipment = Arc::clone(&lo.equipment);
    // What is dealt ahead would be a move.
    lo.reads |= Uses::VOLATILE;
    Ok(Moves::generator(move |cx, out| {
        if out.can_move {
            return;
        }
        let count = count.eval(cx);
        for (to, what) in dealt(cx, &equipment, count) {
            let (t, data) = (Some(SiteType::Cell), PieceData::NONE);
            let kind = ActionKind::Add { t, to, level: -1, what, count, data, stack: false };
            emit(out, Move::of(0, to, to, Action::new(kind)), then.as_ref());
        }
    }))
}
