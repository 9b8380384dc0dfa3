//! `(satisfy constraint)`, `(satisfy {constraints})`: the moves of a deduction puzzle.
//!
//! For each variable, those apart that the start rules gave a value, and for each value in turn: to leave it as the only
//! one, if all constraints hold afterwards; and to put it into the set of values or take it out, whatever the constraints
//! say, unless it is the only one. The recorded mover is the first player. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("satisfy", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let Some(puzzle) = lo.puzzle.clone().filter(|puzzle| puzzle.origin == call.origin) else {
        return lo.unsupported(&call.origin, "`(satisfy ..)` that is not all of the play rules of the first phase");
    };
    Ok(Moves::generator(move |cx, out| {
        let t = puzzle.t;
        let (first, last) = puzzle.values;
        for &site in cx.state.constrained().iter().filter(|&&site| puzzle.is_free(site)) {
            let solved = cx.state.solved_value(t, site);
            for value in first..=last {
                if !cx.spend(8) || out.full() {
                    return;
                }
                let set = decision(site, ActionKind::SetVariable { t, site, value });
                if puzzle.allow(cx, &set, site, value) {
                    out.push(set);
                }
                if solved != Some(value) {
                    out.push(decision(site, ActionKind::ToggleVariable { t, site, value }));
                }
            }
        }
    }))
}

fn decision(site: i32, kind: ActionKind) -> Move {
    Move::of(1, site, site, Action::deciding(kind, true))
}
