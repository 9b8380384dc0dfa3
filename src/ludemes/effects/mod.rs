//! Effects: changes of the state that the rules make, as moves without a decision.
//!
//! Plain effects record mover 0 and no sites.

use crate::ludemes::moves::build;
use crate::ludemes::prelude::*;

mod add_score;
mod attract;
mod capture;
mod custodial;
mod deal;
mod directional;
mod enclose;
mod flip;
mod forget;
mod intervene;
mod move_again;
mod note;
mod push;
mod remember;
mod roll;
mod set_count;
mod set_counter;
mod set_hidden;
mod set_pending;
mod set_pot;
mod set_score;
mod set_state;
mod set_team;
mod set_value;
mod set_var;
mod sow;
mod surround;
mod take_control;
mod take_domino;
mod trigger;

pub(in crate::ludemes) use set_hidden::SetHidden;

family! {
    add_score attract custodial deal directional enclose flip forget intervene move_again note push remember roll
    set_count set_counter set_hidden set_pending set_pot set_score set_state set_team set_value set_var sow surround
    take_control take_domino trigger
}

/// Who takes the actions that are given one after the other.
type Take<'a> = &'a mut dyn FnMut(ActionKind);

/// Effects of one action each, with the consequence of the ludeme.
struct Actions<F> {
    give: F,
    then: Option<MovesExpr>,
}

impl<F: Fn(&mut Cx, Take) + Send + Sync> Generator for Actions<F> {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let then = self.then.as_ref();
        (self.give)(cx, &mut |kind| build::emit(out, Move::of(0, -1, -1, Action::new(kind)), then));
    }

    fn has_actions(&self) -> bool {
        self.then.is_none()
    }

    fn actions(&self, cx: &mut Cx, actions: &mut ActionList) {
        (self.give)(cx, &mut |kind| {
            actions.begin(-1, -1);
            actions.push(Action::new(kind));
        });
    }
}

/// The effects of the actions that a function gives, with a consequence if there is one.
fn actions(then: Option<MovesExpr>, give: impl Fn(&mut Cx, Take) + Send + Sync + 'static) -> MovesExpr {
    Moves::of(false, Actions { give, then })
}

/// All the actions that a function gives as one effect, with a consequence if there is one; none where it gives none.
fn together(then: Option<MovesExpr>, give: impl Fn(&mut Cx, Take) + Send + Sync + 'static) -> MovesExpr {
    Moves::generator(move |cx, out| {
        let mut m = Move::new(0);
        give(cx, &mut |kind| m.act(kind));
        if !m.items.is_empty() {
            build::emit(out, m, then.as_ref());
        }
    })
}

/// The players that the slot `player` or `role` stands for.
fn players(call: &Ludeme, lo: &mut Lowering) -> Lowered<build::Players> {
    build::Players::read(lo.one_of(call, &["player", "role"], "a player is needed")?, lo)
}
