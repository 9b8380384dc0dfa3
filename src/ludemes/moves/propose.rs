//! `(move Propose <strings> [then])`, `(propose ..)`: puts a proposition, one move per string, without sites.

use super::build::emit;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::decision("move", "Propose", |call, lo| lower(call, lo, true)),
    Row::effect("propose", "", |call, lo| lower(call, lo, false)),
];

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let strings = strings(call, &["message", "messages", "proposition", "propositions"], lo);
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        for (text, number) in &strings {
            let kind = ActionKind::Propose { text: Arc::clone(text), number: *number };
            emit(out, Move::of(cx.state.mover(), -1, -1, Action::deciding(kind, decision)), then.as_ref());
        }
    }))
}

/// The strings of the first of these slots that is filled, with their numbers.
pub(super) fn strings(call: &Ludeme, slots: &[&str], lo: &mut Lowering) -> Vec<(Arc<str>, i32)> {
    let strings = slots.iter().find_map(|slot| call.get(slot)).map_or(&[][..], Arg::each).iter();
    let strings = strings.filter_map(|arg| match &arg.value {
        Value::Text(text) => Some((Arc::clone(text), lo.vote(text))),
        _ => None,
    });
    strings.collect()
}
