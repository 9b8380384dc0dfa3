//! Operators: what combines, repeats, chooses and requires moves.

use crate::engine::compact::Effects;
use crate::engine::count_cache::{CountedMove, MoveSets};
use crate::engine::generator::Sieve;
use crate::engine::slot_filter::FilterBuilder;
use crate::ludemes::moves::build;
use crate::ludemes::prelude::*;
use std::sync::OnceLock;

mod all_combinations;
mod and;
mod append;
mod avoid_stored_state;
mod do_;
mod first_move_on_track;
mod for_each_die;
mod for_each_direction;
mod for_each_group;
mod for_each_level;
mod for_each_piece;
mod for_each_player;
mod for_each_site;
mod for_each_team;
mod for_each_value;
mod if_;
mod max_captures;
mod max_distance;
mod max_moves;
mod or;
mod piece_slots;
mod priority;
mod random;
mod seq;
mod while_;

pub(in crate::ludemes) use if_::from_where;

family! {
    all_combinations and append avoid_stored_state do_ first_move_on_track for_each_die for_each_direction
    for_each_group for_each_level for_each_piece for_each_player for_each_site for_each_team for_each_value if_
    max_captures max_distance max_moves or priority random seq while_
}

/// The operands of a ludeme that takes a list of moves in the slot `list`, or two in slots of their own.
fn operands(call: &Ludeme, pair: [&str; 2], lo: &mut Lowering) -> Lowered<Vec<MovesExpr>> {
    match call.items("list") {
        Some(items) => items.iter().map(|item| lo.moves_arg(item)).collect(),
        None => pair.iter().map(|name| lo.moves(call, name)).collect(),
    }
}

/// The moves of all operands, one after the other, with the consequence of the ludeme.
struct Concatenation {
    operands: Vec<MovesExpr>,
    then: Option<MovesExpr>,
    /// For each operand the number of the slot after its last one, where that is the same whatever the state is.
    ends: OnceLock<Option<Box<[usize]>>>,
}

fn concatenation(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let operands = operands(call, ["movesA", "movesB"], lo)?;
    let then = lo.then(call)?;
    Ok(Moves::of(false, Concatenation { operands, then, ends: OnceLock::new() }))
}

impl Generator for Concatenation {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let start = out.watermark();
        for operand in &self.operands {
            if operand.is_elsewhere(cx) {
                continue;
            }
            operand.seek(cx, out);
            if out.full() {
                break;
            }
        }
        build::attach(out, start, self.then.as_ref());
    }

    fn has_parts(&self) -> bool {
        self.operands.iter().any(|operand| operand.has_parts())
    }

    fn list_parts(&self, cx: &mut Cx, out: &mut Out, sieve: Sieve) -> bool {
        let start = out.watermark();
        let mut sieve = |cx: &mut Cx, out: &mut Out| {
            build::attach(out, start, self.then.as_ref());
            sieve(cx, out)
        };
        self.operands.iter().all(|operand| operand.is_elsewhere(cx) || operand.list_parts(cx, out, &mut sieve))
    }

    fn most_slots(&self) -> Option<usize> {
        self.ends().map(|ends| ends.last().copied().unwrap_or(0))
    }

    fn slots(&self, cx: &mut Cx) -> Option<usize> {
        match self.most_slots() {
            Some(most) => Some(most),
            None => self.operands.iter().map(|operand| operand.slots(cx)).sum(),
        }
    }

    fn counts(&self) -> bool {
        self.operands.iter().all(|operand| operand.counts())
    }

    fn exact(&self, cx: &mut Cx, enough: usize) -> Option<usize> {
        let mut sum = 0;
        for operand in &self.operands {
            sum += operand.exact(cx, enough - sum)?;
            if sum >= enough {
                break;
            }
        }
        Some(sum)
    }

    fn is_counted(&self, cx: &Cx) -> bool {
        self.operands.iter().all(|operand| operand.is_counted(cx))
    }

    fn any(&self, cx: &mut Cx) -> Option<bool> {
        Moves::any_of(&self.operands, cx)
    }

    fn pick(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let (start, mut left) = (out.watermark(), number);
        for operand in &self.operands {
            let Some(moves) = operand.exact(cx, left + 1) else { return };
            if moves > left {
                operand.pick(cx, left, out);
                break;
            }
            left -= moves;
        }
        build::attach(out, start, self.then.as_ref());
    }

    fn narrows(&self) -> bool {
        self.operands.iter().all(|operand| operand.narrows())
    }

    fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet) {
        let mut moving = SiteSet::new();
        for operand in &self.operands {
            // Who moves by one operand moves.
            let mut rest = starts.clone();
            rest.subtract(&moving);
            operand.narrow(cx, t, &mut rest);
            moving.union_with(&rest);
        }
        *starts = moving;
    }

    fn origins(&self, cx: &mut Cx, t: SiteType, start: i32, end: i32) -> Option<SiteSet> {
        let mut origins = SiteSet::new();
        for operand in &self.operands {
            origins.union_with(&operand.origins(cx, t, start, end)?);
        }
        Some(origins)
    }

    fn ends(&self, from: i32, to: &SiteSet) -> Option<SiteSet> {
        let mut ends = SiteSet::new();
        for operand in &self.operands {
            ends.union_with(&operand.ends(from, to)?);
        }
        Some(ends)
    }

    fn count_setwise(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, sets: &mut MoveSets) -> bool {
        let before = *sets.before();
        let told = self.operands.iter().all(|operand| {
            let told = operand.count_setwise(cx, t, starts, sets);
            *sets.before() += operand.most_slots().unwrap_or(0);
            told
        });
        *sets.before() = before;
        told
    }

    fn slot_of(&self, cx: &mut Cx, t: SiteType, mut counted: CountedMove) -> Option<usize> {
        let mut slots = 0;
        for operand in &self.operands {
            let own = operand.most_slots()?;
            if counted.before < own {
                return Some(slots + operand.slot_of(cx, t, counted)?);
            }
            counted.before -= own;
            slots += own;
        }
        None
    }

    fn filter_slots(&self, cx: &mut Cx, t: SiteType, start: i32, first: usize, filter: &mut FilterBuilder) -> bool {
        let (mut told, mut first) = (false, first);
        for operand in &self.operands {
            told |= operand.filter_slots(cx, t, start, first, filter);
            first += operand.most_slots().unwrap_or(0);
        }
        told
    }

    fn has_compact_effects(&self) -> bool {
        self.then.is_none() && self.operands.iter().all(|operand| operand.has_compact_effects())
    }

    fn compact_effects(&self, cx: &mut Cx, effects: &mut Effects) {
        self.operands.iter().for_each(|operand| operand.compact_effects(cx, effects));
    }

    fn has_actions(&self) -> bool {
        self.then.is_none() && self.operands.iter().all(|operand| operand.has_actions())
    }

    fn actions(&self, cx: &mut Cx, actions: &mut ActionList) {
        self.operands.iter().for_each(|operand| operand.actions(cx, actions));
    }

    fn allows_compact(&self) -> bool {
        true
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let (start, mut before) = (out.watermark(), 0);
        let ends = self.ends();
        for (index, operand) in self.operands.iter().enumerate() {
            let end = match ends {
                Some(ends) => ends.get(index).copied().unwrap_or(0),
                None => before + operand.slots(cx).unwrap_or(0),
            };
            if number < end {
                operand.slot(cx, number - before, out);
                break;
            }
            before = end;
        }
        build::attach(out, start, self.then.as_ref());
    }
}

impl Concatenation {
    fn ends(&self) -> Option<&[usize]> {
        let ends = self.ends.get_or_init(|| {
            let ends = self.operands.iter().scan(0, |end: &mut usize, operand| {
                let slots = operand.most_slots();
                *end += slots.unwrap_or(0);
                Some(slots.map(|_| *end))
            });
            ends.collect()
        });
        ends.as_deref()
    }
}

/// The moves that a function adds, with a consequence if there is one.
fn followed(then: Option<MovesExpr>, list: impl Fn(&mut Cx, &mut Out) + Send + Sync + 'static) -> MovesExpr {
    Moves::generator(move |cx, out| {
        let start = out.watermark();
        list(cx, out);
        build::attach(out, start, then.as_ref());
    })
}

/// A list for candidates that a filter looks at: all of them unless `lazy` holds and one is enough.
fn inner(out: &Out, lazy: bool) -> Out {
    let mut asked = if lazy && out.first_only { Out::first() } else { Out::all() };
    asked.can_move = out.can_move;
    asked
}

/// Applies a move to the state (a scratch copy) and gives it back with the executed actions for items and without
/// consequences.
fn expand(cx: &mut Cx, m: &Move, record: bool) -> Move {
    let mut executed = cx.spare.take();
    cx.apply(m, record, &mut executed);
    let mut done = m.executed(executed.drain(..));
    done.twin = false;
    done.forget_found();
    cx.reuse(executed);
    done
}

/// The greatest measure, and the moves that have it, in their order; none when every measure is negative.
fn greatest(cx: &mut Cx, moves: Vec<Move>, measure: impl Fn(&mut Cx, &Move) -> i32) -> (i32, Vec<Move>) {
    let mut best = 0;
    let mut kept = Vec::new();
    for m in moves {
        if !cx.spend(1) {
            break;
        }
        let value = measure(cx, &m);
        if value > best {
            best = value;
            kept.clear();
        }
        if value == best {
            kept.push(m);
        }
    }
    (best, kept)
}
