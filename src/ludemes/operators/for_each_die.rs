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

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Die", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let replay = lo.bool_or(call, "replayDouble", false)?;
    let hand = lo.int_or(call, "handDiceIndex", 0)?;
    let combined = lo.bool_or(call, "combined", false)?;
    let condition = lo.bool_opt(call, "if")?;
    let moves = lo.moves(call, "moves")?;
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let start = out.here();
        if hand.eval(cx) != 0 {
            return;
        }
        let dice: Vec<i32> = cx.state.dice().to_vec();
        let double = replay.eval(cx) && dice.windows(2).all(|pair| pair[0] == pair[1]);
        let mut choices: Vec<Vec<usize>> = (0..dice.len()).map(|die| vec![die]).collect();
        if combined.eval(cx) {
            choices.extend(sums(dice.len()).into_iter().filter(|choice| choice.iter().all(|&die| dice[die] != 0)));
        }
        let saved = cx.it.pips;
        for choice in choices {
            if !cx.spend(1) || out.full() {
                break;
            }
            cx.it.pips = choice.iter().fold(0, |sum: i32, &die| sum.wrapping_add(dice[die]));
            if !holds(condition.as_ref(), cx) {
                continue;
            }
            let first = out.moves.len();
            moves.eval(cx, out);
            let mut after = use_up(cx, &choice);
            if let [die] = choice[..] {
                after.extend(doubled(cx, double, dice[die]));
            }
            for m in &mut out.moves[first..] {
                m.series = None;
                m.items.extend(after.iter().cloned().map(Item::Action));
            }
        }
        cx.it.pips = saved;
        attach(out, start, then.as_ref());
    }))
}

/// The choices of several dice whose sum may be played.
fn sums(dice: usize) -> Vec<Vec<usize>> {
    match dice {
        2 => vec![vec![0, 1]],
        3 => vec![vec![0, 1, 2], vec![0, 1], vec![0, 2], vec![1, 2]],
        _ => Vec::new(),
    }
}

/// The actions that use dice up.
fn use_up(cx: &Cx, choice: &[usize]) -> Vec<Action> {
    let from = cx.game.equipment.dice_sites().start;
    let used = |&die: &usize| Action::new(ActionKind::UseDie { hand: 0, die: die as i32, site: from + die as i32 });
    choice.iter().map(used).collect()
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
