//! `(move Swap Pieces [a] [b] [then])`, `(swap Pieces ..)`: two pieces change places.
//!
//! The piece at a (default: the last move's `from`) moves to b (default: its `to`), then the component that stood on b
//! is added at a, without a site type until the move is carried out. Cells only. (Ludii 1.3.12's behaviour.) A site
//! that does not exist gives nothing.

use super::build::emit;
use crate::engine::compact::Carried;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = both_forms!("Swap Pieces", "swap", "Pieces");

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let a = lo.int_opt(call, "locA")?;
    let b = lo.int_opt(call, "locB")?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let (last_from, last_to) = cx.last().map_or((-1, -1), |m| (m.from, m.to));
        let from = a.as_ref().map_or(last_from, |a| a.eval(cx));
        let to = b.as_ref().map_or(last_to, |b| b.eval(cx));
        if from < 0 || to < 0 {
            return;
        }
        let t = SiteType::Cell;
        let kind = ActionKind::moving((t, from), (t, to), Carried::TOP);
        let mut m = Move::of(cx.state.mover(), from, to, Action::deciding(kind, decision));
        let (what, data) = (cx.state.what(t, to), PieceData::NONE);
        m.act(ActionKind::Add { t: None, to: from, level: -1, what, count: 1, data, stack: false });
        emit(out, m, then.as_ref());
    }))
}
