//! `(do prior [next:moves] [ifAfterwards:condition] [then])`: moves on what other moves lead to, and what must hold
//! after each.
//!
//! With `next:` the moves of `prior` are applied on a scratch copy, `next:` is evaluated there, and the executed
//! actions of each prior move go in front of every move found: the first prior move's at the front, those of each
//! following one behind as many actions as the move before it had, so that they interleave. In a game with dice, where
//! `next:` finds nothing, there is a forced pass with these actions, those of the last prior move first. Without
//! `next:` the candidates are the moves of `prior`, and without `ifAfterwards:` as well there are none. `ifAfterwards:`
//! is evaluated for each candidate on a scratch copy of the real state with the candidate applied and recorded, its
//! consequences included but not those of the `do`; if the mover is due again, the next player is the previous one
//! there. With `next:`, `ifAfterwards:` is not looked at while `(is Threatened ..)` asks for moves. (Ludii 1.3.12's
//! behaviour.)

use super::build::attach;
use super::inner;
use crate::engine::choice::Sequel;
use crate::engine::slot_filter::FilterBuilder;
use crate::ludemes::prelude::*;
use crate::ludemes::stores;
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::ops::Range;

pub(super) const ROWS: &[Row] = &[Row::effect("do", "", lower)];

struct Do {
    prior: MovesExpr,
    next: Option<MovesExpr>,
    /// What is asked of each candidate.
    condition: Option<Arc<ConditionFn>>,
    /// Whether moves need not be looked for but one at a time, and it may be asked of those alone that are drawn.
    lazily: bool,
    then: Option<MovesExpr>,
    /// Whether the moves of `next:` are the same before those of `prior` have been applied.
    foreseen: bool,
    /// Whether which pieces stand where is the same before those of `prior`, if `next:` comes after them.
    keeps_pieces: bool,
    /// Whether the condition holds of every candidate while `(is Threatened ..)` asks for moves.
    passes_threats: bool,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let prior = lo.moves(call, "prior")?;
    let (next, read) = lo.reading(|lo| lo.moves_opt(call, "next"))?;
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
    let stored = call.part("prior").and_then(stores::parts);
    let foreseen = lazily && stored.is_some_and(|stored| is_foreseen(call, stored, read));
    let keeps_pieces = next.is_none() || stored.is_some();
    Ok(Moves::of(false, Do { prior, next, condition, lazily, then, foreseen, keeps_pieces, passes_threats }))
}

/// The moves of a generator for which a condition on the move holds.
pub(super) fn only_if(call: &Ludeme, prior: MovesExpr, condition: Arc<ConditionFn>, lo: &Lowering) -> MovesExpr {
    let (condition, lazily) = (Some(condition), lo.is_harmless(call));
    let (foreseen, keeps_pieces, passes_threats) = (false, true, false);
    Moves::of(false, Do { prior, next: None, condition, lazily, then: None, foreseen, keeps_pieces, passes_threats })
}

/// Whether `next:`, which reads this, reads nothing that `prior` stores. What generators of pieces read, and the play
/// rules that `(is Threatened ..)` asks, is not among it: where it asks for those, that is not told.
fn is_foreseen(call: &Ludeme, stored: Uses, read: Uses) -> bool {
    let Some(next) = call.part("next") else { return false };
    let mut asks_others = false;
    next.visit(&mut |part| {
        let title = (part.form.head, part.form.keyword);
        asks_others |= matches!(title, ("forEach", Some("Piece")) | ("is", Some("Threatened")));
    });
    !asks_others && !read.any(stored | Uses::VOLATILE)
}

impl Do {
    /// Whether its candidates may be found later: they are those of `prior`, or nothing is done before they are found.
    fn finds_later(&self, cx: &mut Cx) -> bool {
        if self.next.is_some() { !cx.lists_any(&self.prior) } else { self.condition.is_some() }
    }

    /// Whether its first move is found by asking the condition of the candidates of some pieces before those of others
    /// are listed. Slots, where there are any, are looked into first.
    fn sifts(&self, cx: &mut Cx, out: &Out) -> bool {
        out.first_only
            && self.lazily
            && self.next.is_none()
            && !cx.threatening
            && !cx.game.meta.tries()
            && cx.game.rules.is_empty()
            && self.prior.has_parts()
            && (out.deferral != Deferral::Finding || self.prior.slots(cx).is_none())
    }

    /// The condition, where it is asked now.
    fn asked(&self, cx: &Cx) -> Option<&Arc<ConditionFn>> {
        self.condition.as_ref().filter(|_| self.next.is_none() || !cx.threatening)
    }
}

impl Generator for Do {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let start = out.watermark();
        if let Some(condition) = self.condition.as_ref().filter(|_| self.sifts(cx, out)) {
            self.prior.list_parts(cx, &mut out.candidates(), &mut |cx, candidates| {
                candidates.moves.drain(..).all(|mut m| {
                    let holds = cx.spend(1) && out.wants(m.to) && condition(cx, &mut m);
                    if holds {
                        out.push(m);
                    }
                    !holds && cx.fault().is_none()
                })
            });
            return attach(out, start, self.then.as_ref());
        }
        if self.lazily && out.deferral == Deferral::Finding && self.finds_later(cx) {
            // The first candidate need not be a move.
            let first_only = out.first_only;
            out.first_only &= self.condition.is_none();
            match &self.next {
                Some(next) => cx.scratch(|cx| next.seek(cx, out)),
                None => self.prior.seek(cx, out),
            }
            out.first_only = first_only;
            if let Some(after) = self.asked(cx) {
                out.keep_if(start, cx, after);
            }
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
                candidates.only_to = out.only_to;
                before = follow(cx, &mut candidates, &self.prior, |cx, out| next.seek_now(cx, out));
            }
            None => {
                candidates = out.candidates();
                self.prior.seek(cx, &mut candidates);
            }
        }
        match condition {
            Some(condition) => {
                candidates.put_before(cx, Watermark::default(), before);
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

    fn filter_slots(&self, cx: &mut Cx, t: SiteType, start: i32, first: usize, filter: &mut FilterBuilder) -> bool {
        self.keeps_pieces && self.next.as_ref().unwrap_or(&self.prior).filter_slots(cx, t, start, first, filter)
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let start = out.watermark();
        match &self.next {
            Some(next) if !self.foreseen => {
                let before = follow(cx, out, &self.prior, |cx, out| next.slot(cx, number, out));
                out.put_before(cx, start, before);
            }
            next => next.as_ref().unwrap_or(&self.prior).slot(cx, number, out),
        }
        // Most slots may have no move.
        if !out.has_more_than(start) {
            return;
        }
        if self.foreseen {
            let before = follow(cx, out, &self.prior, |_, _| {});
            out.put_before(cx, start, before);
        }
        if let Some(after) = self.asked(cx) {
            out.keep_if(start, cx, after);
        }
        attach(out, start, self.then.as_ref());
    }
}

/// The work of putting an action in front of a move.
const WORK_OF_ACTION: u64 = 40;

/// Which of the actions are those of each move.
type Parts = SmallVec<[Range<usize>; 8]>;

/// The moves of `next` after those of `prior`, and the actions of these that are still to go in front of each: those of
/// each prior move go into each listed move before the next prior move's do, twice into one that is listed twice.
fn follow(cx: &mut Cx, out: &mut Out, prior: &Moves, find: impl FnOnce(&mut Cx, &mut Out)) -> Vec<Action> {
    let (mut executed, parts): (_, Option<Parts>) = match prior.has_actions() {
        true => prior.with_actions(cx, |cx, actions| {
            let several = actions.moves() != actions.len();
            let parts = several.then(|| (0..actions.moves()).filter_map(|at| Some(actions.part(at)?.1)).collect());
            let executed = cx.scratch(|cx| {
                let mut executed = Vec::with_capacity(actions.len());
                cx.execute_all(actions.actions(), &mut executed);
                find(cx, out);
                executed
            });
            (executed, parts)
        }),
        false => {
            let follow = |cx: &mut Cx, first: &mut Vec<Move>| {
                let (mut executed, mut parts) = (Vec::with_capacity(first.len()), Parts::new());
                for m in first {
                    let before = executed.len();
                    cx.run_effect(m, &mut executed);
                    parts.push(before..executed.len());
                }
                find(cx, out);
                (executed, Some(parts))
            };
            prior.with_list(cx, |cx, first| cx.scratch(|cx| follow(cx, first)))
        }
    };
    if !cx.hold(3 * executed.len() * size_of::<Action>()) || out.moves.is_empty() && !cx.game.features.dice {
        return Vec::new();
    }
    let passes = out.moves.is_empty();
    if passes {
        out.push(Move::forced_pass(cx.state.mover()));
    }
    let actions = executed.len().saturating_mul(out.moves.len());
    let work = WORK_OF_ACTION * actions as u64;
    if executed.is_empty() || !cx.spend(work) || !cx.hold(actions.saturating_mul(size_of::<Item>())) {
        return Vec::new();
    }
    for m in &mut out.moves {
        m.forget_found();
    }
    let twins = out.moves.iter().any(|m| m.twin);
    if !passes && !twins && parts.as_ref().is_none_or(|parts| parts.iter().all(|part| part.len() == 1)) {
        // Behind the first one all are in the opposite order.
        executed[1..].reverse();
        return executed;
    }
    let parts = parts.unwrap_or_else(|| (0..executed.len()).map(|at| at..at + 1).collect());
    let order = if passes { parts.iter().rev().cloned().flatten().collect() } else { interleaved(&parts, 1) };
    let in_order = |order: &[usize]| order.iter().filter_map(|&at| executed.get(at).cloned()).collect::<Vec<_>>();
    if !twins {
        return in_order(&order);
    }
    let (once, twice) = (in_order(&order), in_order(&interleaved(&parts, 2)));
    for m in &mut out.moves {
        let before = if m.twin { &twice } else { &once };
        m.items.insert_many(0, before.iter().cloned().map(Item::Action));
    }
    Vec::new()
}

/// The order of actions of several parts, each of which goes so many times behind as many as the part before it has.
/// Those behind it, of which there may be many, are not moved.
fn interleaved(parts: &[Range<usize>], times: usize) -> Vec<usize> {
    let (mut order, mut before) = (VecDeque::new(), 0);
    for part in parts {
        let first: SmallVec<[usize; 4]> = order.drain(..before.min(order.len())).collect();
        before = part.len();
        let inserted = std::iter::repeat_n(part.clone().rev(), times).flatten();
        inserted.chain(first.into_iter().rev()).for_each(|at| order.push_front(at));
    }
    order.into()
}

/// Whether a condition holds once a move has been applied: `ifAfterwards:`.
fn holds_after(cx: &mut Cx, m: &mut Move, condition: &BoolExpr) -> bool {
    cx.scratch(|cx| {
        cx.apply_listed(m);
        cx.note_repetition(m);
        if cx.state.mover() == cx.state.next() {
            cx.state.next = cx.state.prev;
            cx.state.touch(Uses::TURN);
        }
        condition.eval(cx)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_one_action_come_in_the_opposite_order_behind_the_first() {
        for parts in 1..6 {
            let single: Vec<Range<usize>> = (0..parts).map(|at| at..at + 1).collect();
            let mut expected: Vec<usize> = (0..parts).collect();
            expected[1..].reverse();
            assert_eq!(interleaved(&single, 1), expected);
        }
    }
}
