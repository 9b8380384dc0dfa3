//! `(take Domino [then])`: one of the dominoes that are left, drawn at random, to the mover's hand.
//!
//! It goes to the first empty site of the mover's first hand; where there is none, and where no domino is left, nothing
//! is drawn. (Ludii 1.3.12's behaviour.)

use super::actions;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("take", "Domino", lower).draws()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let then = lo.then(call)?;
    Ok(actions(then, move |cx, act| {
        let equipment = &cx.game.equipment;
        let hand = equipment.hand(cx.state.mover()).and_then(|hand| equipment.layout.stretch(hand));
        let mut sites = hand.into_iter().flat_map(|stretch| stretch.from..stretch.from + stretch.len);
        let Some(to) = sites.find(|&site| cx.state.is_empty_site(SiteType::Cell, site)) else { return };
        let left: Vec<i32> = cx.state.dominoes_left().collect();
        if left.is_empty() {
            return;
        }
        cx.charge(left.len() as u64);
        let what = left[cx.rng.index(left.len())];
        let (t, data) = (Some(SiteType::Cell), PieceData::state(0));
        act(ActionKind::Add { t, to, level: -1, what, count: 1, data, stack: false });
    }))
}
