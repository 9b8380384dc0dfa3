//! `(satisfy constraint)`, `(satisfy {constraints})`: the moves of a deduction puzzle.
//!
//! For each variable, those apart that the start rules gave a value, and for each value in turn: to leave it as the
//! only one, if all constraints hold afterwards; and to put it into the set of values or take it out, whatever the
//! constraints say, unless it is the only one. The recorded mover is the first player. (Ludii 1.3.12's behaviour.)

use super::Constraints;
use super::survey::Survey;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("satisfy", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let Some(puzzle) = lo.puzzle.clone().filter(|puzzle| puzzle.origin == call.origin) else {
        return lo.unsupported(&call.origin, "`(satisfy ..)` that is not all of the play rules of the first phase");
    };
    let slot = lo.keep_slot("survey", call);
    Ok(Moves::of(false, Satisfy { puzzle, slot, skips: lo.is_harmless(call) }))
}

struct Satisfy {
    puzzle: Arc<Constraints>,
    /// Where the survey of the position is kept.
    slot: usize,
    /// Whether moves need not be looked for where another one is drawn.
    skips: bool,
}

impl Generator for Satisfy {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let (t, (first, last)) = (self.puzzle.t, self.puzzle.values);
        let survey = Surveyed::new(cx, &self.puzzle, self.slot);
        'sites: for &site in cx.state.free_variables().iter() {
            let solved = cx.state.solved_value(t, site);
            for value in first..=last {
                if !cx.spend(8) || out.full() {
                    break 'sites;
                }
                let set = decision(site, ActionKind::SetVariable { t, site, value });
                if survey.allow(cx, &self.puzzle, &set, site, value) {
                    out.push(set);
                }
                if solved != Some(value) {
                    out.push(decision(site, ActionKind::ToggleVariable { t, site, value }));
                }
            }
        }
        survey.put_back(cx, self.slot);
    }

    /// Two for each value of each variable: to leave it alone, and to put it in or take it out.
    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        if !self.skips {
            return None;
        }
        Surveyed::new(cx, &self.puzzle, self.slot).put_back(cx, self.slot);
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
        let survey = Surveyed::known(cx, self.slot);
        if survey.allow(cx, &self.puzzle, &set, site, value) {
            out.push(set);
        }
        survey.put_back(cx, self.slot);
    }
}

/// The constraints of a position, with or without a survey of it.
struct Surveyed(Option<Arc<Survey>>);

impl Surveyed {
    fn new(cx: &mut Cx, puzzle: &Constraints, slot: usize) -> Self {
        let Some(parts) = puzzle.parts.as_deref() else { return Surveyed(None) };
        let (mut survey, valid) = cx.take_found::<Survey>(slot, Uses::BOARD).unwrap_or_default();
        if valid {
            return Surveyed(Some(survey));
        }
        cx.with_nothing_bound(|cx| Arc::make_mut(&mut survey).update(cx, parts));
        // What fails may not even be asked for where constraints are gone through until the first that does not hold.
        let failed = cx.fault().is_some_and(|fault| *fault != Fault::Work);
        if failed {
            cx.take_fault();
        }
        Surveyed((!failed).then_some(survey))
    }

    /// That of a position of which it was made before.
    fn known(cx: &mut Cx, slot: usize) -> Surveyed {
        Surveyed(cx.take_found::<Survey>(slot, Uses::BOARD).map(|(survey, _)| survey))
    }

    fn allow(&self, cx: &mut Cx, puzzle: &Constraints, m: &Move, site: i32, value: i32) -> bool {
        let Some(survey) = &self.0 else { return puzzle.allow(cx, m, site, value) };
        cx.with_nothing_bound(|cx| survey.allow(cx, puzzle, site, value))
    }

    fn put_back(self, cx: &mut Cx, slot: usize) {
        if let Some(survey) = self.0
            && cx.fault().is_none()
        {
            cx.keep_found(slot, Uses::BOARD, survey);
        }
    }
}

fn decision(site: i32, kind: ActionKind) -> Move {
    Move::of(1, site, site, Action::deciding(kind, true))
}
