//! `(satisfy constraint)`, `(satisfy {constraints})`: the moves of a deduction puzzle.
//!
//! For each variable, those apart that the start rules gave a value, and for each value in turn: to leave it as the
//! only one, if all constraints hold afterwards; and to put it into the set of values or take it out, whatever the
//! constraints say, unless it is the only one. The recorded mover is the first player. (Ludii 1.3.12's behaviour.)

use super::Constraints;
use super::forward_check::ForwardCheck;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("satisfy", "", lower).requires(|needs, _| needs.features.puzzle = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let Some(puzzle) = lo.puzzle.clone().filter(|puzzle| puzzle.origin == call.origin) else {
        return lo.unsupported(&call.origin, "`(satisfy ..)` that is not all of the play rules of the first phase");
    };
    let slot = lo.keep_slot("forward check", call);
    Ok(Moves::of(false, Satisfy { puzzle, slot, skips: lo.is_harmless(call) }))
}

struct Satisfy {
    puzzle: Arc<Constraints>,
    /// Where what is known of the position is kept.
    slot: usize,
    /// Whether moves need not be looked for where another one is drawn.
    skips: bool,
}

impl Generator for Satisfy {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let (t, (first, last)) = (self.puzzle.t, self.puzzle.values);
        let check = Checker::new(cx, &self.puzzle, self.slot);
        'sites: for &site in cx.state.free_variables().iter() {
            let solved = cx.state.solved_value(t, site);
            for value in first..=last {
                if !cx.spend(8) || out.full() {
                    break 'sites;
                }
                let set = decision(site, ActionKind::SetVariable { t, site, value });
                if check.allow(cx, &self.puzzle, &set, site, value) {
                    out.push(set);
                }
                if solved != Some(value) {
                    out.push(decision(site, ActionKind::ToggleVariable { t, site, value }));
                }
            }
        }
        check.put_back(cx, self.slot);
    }

    /// Two for each value of each variable: to leave it alone, and to put it in or take it out.
    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        if !self.skips {
            return None;
        }
        Checker::new(cx, &self.puzzle, self.slot).put_back(cx, self.slot);
        let (first, last) = self.puzzle.values;
        let values = usize::try_from(last - first + 1).unwrap_or(0);
        Some(2 * values * cx.state.free_variables().len())
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let (t, (first, last)) = (self.puzzle.t, self.puzzle.values);
        let values = usize::try_from(last - first + 1).unwrap_or(0).max(1);
        let Some(&site) = cx.state.free_variables().get(number / (2 * values)) else { return };
        let value = first + (number / 2 % values) as i32;
        if number % 2 == 1 {
            if cx.state.solved_value(t, site) != Some(value) {
                out.push(decision(site, ActionKind::ToggleVariable { t, site, value }));
            }
            return;
        }
        let set = decision(site, ActionKind::SetVariable { t, site, value });
        // The slots of this position have been asked for.
        let check = Checker::known(cx, self.slot);
        if check.allow(cx, &self.puzzle, &set, site, value) {
            out.push(set);
        }
        check.put_back(cx, self.slot);
    }
}

/// The constraints of a position, with or without a forward check.
struct Checker(Option<Arc<ForwardCheck>>);

impl Checker {
    fn new(cx: &mut Cx, puzzle: &Constraints, slot: usize) -> Self {
        let Some(parts) = puzzle.parts.as_deref() else { return Checker(None) };
        let (mut check, valid) = cx.take_found::<ForwardCheck>(slot, Uses::BOARD).unwrap_or_default();
        if valid {
            return Checker(Some(check));
        }
        cx.with_nothing_bound(|cx| Arc::make_mut(&mut check).update(cx, parts));
        // What fails may not even be asked for where constraints are gone through until the first that does not hold.
        let failed = cx.fault().is_some_and(|fault| *fault != Fault::Work);
        if failed {
            cx.take_fault();
        }
        Checker((!failed).then_some(check))
    }

    /// That of a position of which it was made before.
    fn known(cx: &mut Cx, slot: usize) -> Checker {
        Checker(cx.take_found::<ForwardCheck>(slot, Uses::BOARD).map(|(check, _)| check))
    }

    fn allow(&self, cx: &mut Cx, puzzle: &Constraints, m: &Move, site: i32, value: i32) -> bool {
        let Some(check) = &self.0 else { return puzzle.allow(cx, m, site, value) };
        cx.with_nothing_bound(|cx| check.allow(cx, puzzle, site, value))
    }

    fn put_back(self, cx: &mut Cx, slot: usize) {
        if let Some(check) = self.0
            && cx.fault().is_none()
        {
            cx.keep_found(slot, Uses::BOARD, check);
        }
    }
}

fn decision(site: i32, kind: ActionKind) -> Move {
    Move::of(1, site, site, Action::deciding(kind, true))
}
