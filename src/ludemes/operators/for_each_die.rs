//! `(forEach Die [index] [combined:] [replayDouble:] [if:condition] moves [then])`: the moves for each die, which using
//! it uses up.
//!
//! `pips` is what the die shows, 0 if it was used; where `if:` holds, every move uses the die after its own actions.
//! With `combined:True` the sums of dice follow that have not been used: of two dice, or of three all and then each
//! pair. There is one container of dice, index 0.
//!
//! With `replayDouble:`, dice of equal value are played twice: the first move keeps the value in the unnamed variable,
//! the second, when the values are no longer equal, turns all dice to that face again, and the third clears the
//! variable. A sum takes no part in it. (Ludii 1.3.12's behaviour.)

use super::build::{attach, holds};
use crate::ludemes::prelude::*;
use smallvec::{SmallVec, smallvec};

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Die", lower)];

struct ForEachDie {
    replay: BoolExpr,
    hand: IntExpr,
    combined: BoolExpr,
    condition: Option<BoolExpr>,
    moves: MovesExpr,
    then: Option<MovesExpr>,
    skips: bool,
    /// How many choices there are at most, where it is known which.
    most_choices: Option<usize>,
}

/// The dice whose sum is moved by.
type Choice = SmallVec<[usize; 3]>;

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let mut rule = ForEachDie {
        most_choices: None,
        replay: lo.bool_or(call, "replayDouble", false)?,
        hand: lo.int_or(call, "handDiceIndex", 0)?,
        combined: lo.bool_or(call, "combined", false)?,
        condition: lo.bool_opt(call, "if")?,
        moves: lo.moves(call, "moves")?,
        then: lo.then(call)?,
        skips: lo.skips(call),
    };
    let dice = lo.equipment.dice_sites().len();
    rule.most_choices = match (rule.hand.as_constant(), rule.combined.as_constant()) {
        (Some(0), Some(combined)) => Some(dice + if *combined { sums(dice).len() } else { 0 }),
        _ => None,
    };
    Ok(Moves::of(false, rule))
}

impl Generator for ForEachDie {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let start = out.watermark();
        let (choices, double) = (self.choices(cx), self.is_double(cx));
        let saved = cx.it.pips;
        for choice in choices {
            if !cx.spend(1) || out.full() {
                break;
            }
            if !self.applies(cx, &choice) {
                continue;
            }
            let first = out.moves.len();
            self.moves.eval(cx, out);
            use_up(cx, &choice, double, &mut out.moves[first..]);
        }
        cx.it.pips = saved;
        attach(out, start, self.then.as_ref());
    }

    /// For each choice, whether or not it may be played, those of the moves.
    fn most_slots(&self) -> Option<usize> {
        Some(self.most_choices.filter(|_| self.skips)? * self.moves.most_slots()?)
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let (saved, double) = (cx.it.pips, self.is_double(cx));
        if let Some((choice, slot)) = self.slot_of(cx, number) {
            let (start, first) = (out.watermark(), out.moves.len());
            self.moves.slot(cx, slot, out);
            use_up(cx, &choice, double, &mut out.moves[first..]);
            attach(out, start, self.then.as_ref());
        }
        cx.it.pips = saved;
    }
}

impl ForEachDie {
    /// What may be moved by: each die, and sums of dice that have not been used.
    fn choices(&self, cx: &mut Cx) -> SmallVec<[Choice; 6]> {
        if self.hand.eval(cx) != 0 {
            return SmallVec::new();
        }
        let dice = cx.state.dice().len();
        let mut choices: SmallVec<[Choice; 6]> = (0..dice).map(|die| smallvec![die]).collect();
        if self.combined.eval(cx) {
            let unused = |choice: &Choice| choice.iter().all(|&die| cx.state.dice()[die] != 0);
            choices.extend(sums(dice).iter().map(|sum| Choice::from_slice(sum)).filter(unused));
        }
        choices
    }

    /// The choice of a slot, if it may be played, which `pips` is the sum of then, and the slot of the moves.
    fn slot_of(&self, cx: &mut Cx, number: usize) -> Option<(Choice, usize)> {
        let each = self.moves.most_slots()?.max(1);
        let dice = cx.state.dice();
        let choice = match (number / each).checked_sub(dice.len()) {
            None => smallvec![number / each],
            Some(sum) => Choice::from_slice(sums(dice.len()).get(sum)?),
        };
        let unused = choice.len() < 2 || choice.iter().all(|&die| dice.get(die).is_some_and(|&value| value != 0));
        (unused && self.applies(cx, &choice)).then_some((choice, number % each))
    }

    /// Lets `pips` be the sum of a choice; whether it may be played.
    fn applies(&self, cx: &mut Cx, choice: &Choice) -> bool {
        let dice = cx.state.dice();
        cx.it.pips = choice.iter().fold(0, |sum: i32, &die| sum.wrapping_add(dice[die]));
        holds(self.condition.as_ref(), cx)
    }

    /// Whether dice of equal value are played twice now.
    fn is_double(&self, cx: &mut Cx) -> bool {
        self.replay.eval(cx) && cx.state.dice().windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// Lets moves use up the dice of a choice.
fn use_up(cx: &Cx, choice: &Choice, double: bool, moves: &mut [Move]) {
    if moves.is_empty() {
        return;
    }
    let from = cx.game.equipment.dice_sites().start;
    let used = |&die: &usize| Action::new(ActionKind::UseDie { hand: 0, die: die as i32, site: from + die as i32 });
    let mut after: SmallVec<[Action; 2]> = choice.iter().map(used).collect();
    if let &[die] = &choice[..] {
        after.extend(doubled(cx, double, cx.state.dice()[die]));
    }
    for m in moves {
        m.forget_found();
        // What stands twice in the list is one and the same move.
        for _ in 0..if m.twin { 2 } else { 1 } {
            m.items.extend(after.iter().cloned().map(Item::Action));
        }
    }
}

/// The choices of several dice whose sum may be played.
fn sums(dice: usize) -> &'static [&'static [usize]] {
    match dice {
        2 => &[&[0, 1]],
        3 => &[&[0, 1, 2], &[0, 1], &[0, 2], &[1, 2]],
        _ => &[],
    }
}

/// The actions that let a double be played twice.
fn doubled(cx: &Cx, double: bool, pips: i32) -> Vec<Action> {
    let temp = cx.state.unnamed();
    if double {
        let temp = if temp == -1 { pips } else { -1 };
        return vec![Action::new(ActionKind::SetTemp { temp })];
    }
    if temp == -1 {
        return Vec::new();
    }
    let state = temp.wrapping_sub(1);
    let sites = cx.game.equipment.dice_sites();
    let faces = sites.clone().next().map_or(0, |site| {
        let what = usize::try_from(cx.state.what(SiteType::Cell, site)).unwrap_or(0);
        cx.game.equipment.components.get(what).map_or(0, |die| die.faces.len())
    });
    let fresh = |site| Action::new(ActionKind::SetDie { site, state });
    if (faces as i64) > i64::from(state) { sites.map(fresh).collect() } else { Vec::new() }
}
