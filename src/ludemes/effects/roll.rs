//! `(roll [then])`: throws all dice.
//!
//! One move that turns each die, in the order of their sites, and then notes whether all fell alike: on the same face by
//! number, whatever the faces show. What is drawn is the number of the face. (Ludii 1.3.12's behaviour.)

use super::build::emit;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("roll", "", lower).draws()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let equipment = Arc::clone(&cx.game.equipment);
        let mut rolled = Vec::new();
        let mut m = Move::new(0);
        for site in equipment.dice_sites() {
            let what = cx.state.what(SiteType::Cell, site) as usize;
            let faces = equipment.components.get(what).map_or(0, |die| die.faces.len());
            if faces == 0 {
                continue;
            }
            let state = cx.rng.below(i32::try_from(faces).unwrap_or(i32::MAX));
            rolled.push(state);
            m.items.push(Item::Action(Action::new(ActionKind::SetDie { site, state })));
        }
        let equal = rolled.iter().all(|state| Some(state) == rolled.first());
        m.items.push(Item::Action(Action::new(ActionKind::SetDiceAllEqual { equal })));
        emit(out, m, then.as_ref());
    }))
}
