//! `(forEach Die [index] [combined:] [if:condition] moves [then])`: the moves for each die, which using it uses up.
//!
//! `pips` is what the die shows, 0 if it was used; where `if:` holds, every move uses the die after its own actions.
//! With `combined:True` the sums of two dice follow, and of three where there are three. There is one container of
//! dice, index 0. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: dice that were used take no part in sums; pairs come in the order of the dice, all three last.
//! Differences: `replayDouble:` is not carried out.

use super::build::{attach, holds};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Die", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    if let Some(arg) = call.get("replayDouble")
        && lo.bool_arg(arg)?.as_constant() != Some(&false)
    {
        return lo.unsupported(&arg.origin, "`replayDouble:`");
    }
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
            use_up(cx, &mut out.moves[first..], &choice);
        }
        cx.it.pips = saved;
        attach(out, start, then.as_ref());
    }))
}

/// The choices of several dice whose sum may be played.
fn sums(dice: usize) -> Vec<Vec<usize>> {
    match dice {
        2 => vec![vec![0, 1]],
        3 => vec![vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]],
        _ => Vec::new(),
    }
}

fn use_up(cx: &Cx, moves: &mut [Move], choice: &[usize]) {
    let from = cx.game.equipment.dice_sites().start;
    for m in moves {
        m.series = None;
        for &die in choice {
            let die = die as i32;
            m.items.push(Item::Action(Action::new(ActionKind::UseDie { hand: 0, die, site: from + die })));
        }
    }
}
