//! `(do prior [next:moves] [ifAfterwards:condition] [then])`: moves on what other moves lead to, and what must hold
//! after each.
//!
//! With `next:` the moves of `prior` are applied on a scratch copy, `next:` is evaluated there, and the executed actions
//! of each prior move go in front of every move found: the first prior move's at the front, those of each following one
//! behind as many actions as the move before it had, so that they interleave. In a game with dice, where `next:` finds
//! nothing, there is a forced pass with these actions, those of the last prior move first. Without `next:` the candidates are the
//! moves of `prior`, and without `ifAfterwards:` as well there are none. `ifAfterwards:` is evaluated for each candidate
//! on a scratch copy of the real state with the candidate applied and recorded, its consequences included but not those
//! of the `do`; if the mover is due again, the next player is the previous one there. With `next:`, `ifAfterwards:` is
//! not looked at while `(is Threatened ..)` asks for moves. (Ludii 1.3.12's behaviour.)

use super::build::attach;
use super::inner;
use crate::engine::choice::Sequel;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;
use std::collections::VecDeque;

pub(super) const ROWS: &[Row] = &[Row::effect("do", "", lower)];

struct Do {
    prior: MovesExpr,
    next: Option<MovesExpr>,
    /// What is asked of each candidate.
    condition: Option<Arc<ConditionFn>>,
    /// Whether it may be asked of those alone that are drawn.
    lazily: bool,
    then: Option<MovesExpr>,
    /// Whether the condition holds of every candidate while `(is Threatened ..)` asks for moves.
    passes_threats: bool,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let prior = lo.moves(call, "prior")?;
    let next = lo.moves_opt(call, "next")?;
    let condition = lo.bool_opt(call, "ifAfterwards")?;
    let then = lo.then(call)?;
    if next.is_none() && condition.is_none() {
        return Ok(Moves::generator(|_, _| {}));
    }
    // Where there are dice, what finds no move at all passes.
    let lazily = lo.is_harmless(call) && !(next.is_some() && lo.features.dice);
    let threatened = condition.as_ref().and_then(|condition| condition.while_threatening());
    let passes_threats = lazily && next.is_none() && threatened == Some(true);
    let condition = condition
        .map(|condition| Arc::new(move |cx: &mut Cx, m: &mut Move| holds_after(cx, m, &condition)) as Arc<ConditionFn>);
    Ok(Moves::of(false, Do { prior, next, condition, lazily, then, passes_threats }))
}

/// The moves of a generator for which a condition on the move holds.
pub(super) fn only_if(call: &Ludeme, prior: MovesExpr, condition: Arc<ConditionFn>, lo: &Lowering) -> MovesExpr {
    let (condition, lazily) = (Some(condition), lo.is_harmless(call));
    Moves::of(false, Do { prior, next: None, condition, lazily, then: None, passes_threats: false })
}

impl Do {
    /// The condition, where it is asked now.
    fn asked(&self, cx: &Cx) -> Option<&Arc<ConditionFn>> {
        self.condition.as_ref().filter(|_| self.next.is_none() || !cx.threatening)
    }
}

impl Generator for Do {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let start = out.here();
        if let (Some(after), None) = (&self.condition, &self.next)
            && self.lazily
            && out.later == Later::Finding
        {
            // The first candidate need not be a move.
            let first_only = std::mem::take(&mut out.first_only);
            self.prior.seek(cx, out);
            out.first_only = first_only;
            out.keep_if(start, cx, after);
            return attach(out, start, self.then.as_ref());
        }
        if cx.threatening && self.passes_threats {
            self.prior.seek(cx, out);
            return attach(out, start, self.then.as_ref());
        }
        let condition = self.asked(cx);
        let mut candidates = inner(out, condition.is_none());
        let mut before = Vec::new();
        match &self.next {
            Some(next) => {
                // A forced pass, where others would be wanted, ends nowhere.
                candidates.seek_to(out.sought());
                before = follow(cx, &mut candidates, &self.prior, |cx, out| next.seek_now(cx, out));
            }
            None => {
                candidates = out.candidates();
                self.prior.seek(cx, &mut candidates);
            }
        }
        match condition {
            Some(condition) => {
                candidates.put_before(cx, Here::default(), before);
                for mut m in candidates.moves {
                    if !cx.spend(1) || out.full() {
                        break;
                    }
                    if out.wants(m.to) && condition(cx, &mut m) {
                        out.push(m);
                    }
                }
            }
            None => {
                out.moves.append(&mut candidates.moves);
                out.put_before(cx, start, before);
            }
        }
        attach(out, start, self.then.as_ref());
    }

    /// Its moves are among those of `prior`, where they are not those of `next:`.
    fn origins(&self, cx: &mut Cx, t: SiteType, start: i32, end: i32) -> Option<SiteSet> {
        self.prior.origins(cx, t, start, end).filter(|_| self.lazily && self.next.is_none())
    }

    fn most_slots(&self) -> Option<usize> {
        self.next.as_ref().unwrap_or(&self.prior).most_slots().filter(|_| self.lazily)
    }

    fn sequel(&self) -> Option<Sequel<'_>> {
        let next = self.next.as_deref().filter(|_| self.condition.is_none())?;
        Some(Sequel { prior: &self.prior, next, then: self.then.as_ref() })
    }

    /// Without `next:` the condition is asked of the moves in the slots of the candidates.
    fn slots(&self, _cx: &mut Cx) -> Option<usize> {
        self.next.as_ref()?.most_slots().filter(|_| self.lazily)
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let start = out.here();
        match &self.next {
            Some(next) => {
                let before = follow(cx, out, &self.prior, |cx, out| next.slot(cx, number, out));
                out.put_before(cx, start, before);
            }
            None => self.prior.slot(cx, number, out),
        }
        if let Some(after) = self.asked(cx) {
            out.keep_if(start, cx, after);
        }
        attach(out, start, self.then.as_ref());
    }
}

/// The moves of `next` after those of `prior`, and the actions of these that are still to go in front of each: those of each prior
/// move go into each listed move before the next prior move's do, twice into one that is listed twice.
fn follow(cx: &mut Cx, out: &mut Out, prior: &Moves, find: impl FnOnce(&mut Cx, &mut Out)) -> Vec<Action> {
    let before = prior.list(cx);
    let parts = cx.scratch(|cx| {
        let mut parts = SmallVec::<[Vec<Action>; 1]>::new();
        for mut m in before {
            let mut executed = Vec::with_capacity(m.items.len());
            cx.run_effect(&mut m, &mut executed);
            parts.push(executed);
        }
        find(cx, out);
        parts
    });
    if !cx.hold(parts.iter().map(|part| 3 * part.len() * size_of::<Action>()).sum()) {
        return Vec::new();
    }
    let mut once = VecDeque::new();
    let mut twice = VecDeque::new();
    if out.moves.is_empty() && cx.game.features.dice {
        out.push(Move::forced_pass(cx.state.mover()));
        once.extend(parts.into_iter().rev().flatten());
    } else {
        let mut at = 0;
        let twins = out.moves.iter().any(|m| m.twin);
        for part in parts {
            let count = part.len();
            if twins {
                insert(&mut twice, at, part.iter().chain(&part));
            }
            if once.is_empty() {
                once = part.into();
            } else {
                insert(&mut once, at, part.iter());
            }
            at = count;
        }
    }
    let actions = once.len().saturating_mul(out.moves.len());
    if once.is_empty() || !cx.spend(40 * actions as u64) || !cx.hold(actions.saturating_mul(size_of::<Item>())) {
        return Vec::new();
    }
    for m in &mut out.moves {
        m.series = None;
    }
    if twice.is_empty() {
        return once.into();
    }
    for m in &mut out.moves {
        let prefix = if m.twin { &twice } else { &once };
        m.items.insert_many(0, prefix.iter().cloned().map(Item::Action));
    }
    Vec::new()
}

/// Puts actions behind the first `at`, which are moved; those behind them, of which there may be many, are not.
fn insert<'a>(list: &mut VecDeque<Action>, at: usize, part: impl DoubleEndedIterator<Item = &'a Action>) {
    let first: Vec<Action> = list.drain(..at.min(list.len())).collect();
    part.rev().for_each(|action| list.push_front(action.clone()));
    first.into_iter().rev().for_each(|action| list.push_front(action));
}

fn holds_after(cx: &mut Cx, m: &mut Move, condition: &BoolExpr) -> bool {
    cx.scratch(|cx| {
        cx.apply_listed(m);
        if cx.state.mover() == cx.state.next() {
            cx.state.next = cx.state.prev;
            cx.state.touch(Uses::TURN);
        }
        condition.eval(cx)
    })
}
