//! `(move Vote <strings> [then])`, `(vote ..)`: votes, one move per string, without sites.

use super::build::emit;
use super::propose::strings;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::decision("move", "Vote", |call, lo| lower(call, lo, true)),
    Row::effect("vote", "", |call, lo| lower(call, lo, false)),
];

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let strings = strings(call, &["message", "messages", "vote", "votes"], lo);
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        for (text, number) in &strings {
            let kind = ActionKind::Vote { text: Arc::clone(text), number: *number };
            emit(out, Move::of(cx.state.mover(), -1, -1, Action::deciding(kind, decision)), then.as_ref());
        }
    }))
}
