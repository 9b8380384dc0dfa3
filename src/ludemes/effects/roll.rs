//! `(roll [then])`: throws all dice.
//!
//! One move that turns each die, in the order of their sites, and then notes whether all fell alike: on the same face by
//! number, whatever the faces show. What is drawn is the number of the face. (Ludii 1.3.12's behaviour.)

use super::build::emit;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("roll", "", lower).draws()];

struct Roll {
    then: Option<MovesExpr>,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    Ok(Moves::of(false, Roll { then: lo.then(call)? }))
}

impl Generator for Roll {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let mut thrown = cx.spare.take();
        throw(cx, &mut thrown);
        let mut m = Move::new(0);
        m.items = thrown.drain(..).map(Item::Action).collect();
        cx.reuse(thrown);
        emit(out, m, self.then.as_ref());
    }

    fn carries_out(&self) -> bool {
        true
    }

    fn carry_out(&self, cx: &mut Cx, executed: &mut Vec<Action>) {
        let mut thrown = cx.spare.take();
        throw(cx, &mut thrown);
        cx.execute_all(&mut thrown, executed);
        cx.reuse(thrown);
        if let Some(then) = &self.then {
            then.carry_out(cx, executed);
        }
    }
}

/// The actions of a throw, none of them carried out yet.
fn throw(cx: &mut Cx, actions: &mut Vec<Action>) {
    let (mut first, mut equal) = (None, true);
    for site in cx.game.equipment.dice_sites() {
        let what = cx.state.what(SiteType::Cell, site) as usize;
        let faces = cx.game.equipment.components.get(what).map_or(0, |die| die.faces.len());
        if faces == 0 {
            continue;
        }
        let state = cx.rng.below(i32::try_from(faces).unwrap_or(i32::MAX));
        equal &= *first.get_or_insert(state) == state;
        actions.push(Action::new(ActionKind::SetDie { site, state }));
    }
    actions.push(Action::new(ActionKind::SetDiceAllEqual { equal }));
}
