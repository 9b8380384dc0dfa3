//! `(move Propose <strings> [then])`, `(propose ..)`: puts a proposition, one move per string, without sites.

use super::build::emit;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = both_forms!("Propose", "propose", "");

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let slots = ["message", "messages", "proposition", "propositions"];
    each(call, &slots, decision, |text, number| ActionKind::Propose { text, number }, lo)
}

/// A move for each of the strings of the first of these slots that is filled, of the action that is made with its
/// number.
pub(super) fn each(
    call: &Ludeme,
    slots: &[&str],
    decision: bool,
    made: fn(Arc<str>, i32) -> ActionKind,
    lo: &mut Lowering,
) -> Lowered<MovesExpr> {
    let strings = slots.iter().find_map(|slot| call.get(slot)).map_or(&[][..], Arg::each).iter();
    let strings: Vec<_> = strings.filter_map(Arg::text).map(|text| (Arc::clone(text), lo.vote(text))).collect();
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        for (text, number) in &strings {
            let kind = made(Arc::clone(text), *number);
            emit(out, Move::of(cx.state.mover(), -1, -1, Action::deciding(kind, decision)), then.as_ref());
        }
    }))
}
