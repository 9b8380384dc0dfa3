//! `(count Pips [role | of:int])`, `(face int)`: what the dice show.
//!
//! The sum of the dice if they belong to this player, by default to nobody in particular; 0 if they do not, or without
//! dice. It is taken when all dice have been thrown, and at the end of every move from what they show, used or not.
//! What the die on a site shows, used or not; -1 where there is no die. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("count", "Pips", count), Row::int("face", "", face)];

fn count(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let players = lo.players();
    let whose = call.get("role").or_else(|| call.get("of")).map(|arg| lo.int_arg(arg)).transpose()?;
    let whose = whose.unwrap_or_else(|| Expr::constant(players + 1));
    let equipment = Arc::clone(&lo.equipment);
    let owner = equipment.dice.map(|container| equipment.containers[container].owner);
    Ok(Expr::new(whose.uses | Uses::OTHER, move |cx| {
        if owner != Some(whose.eval(cx)) {
            return 0;
        }
        cx.state.dice_sum
    }))
}

fn face(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let site = lo.int(call, "locn")?;
    Ok(site.with(Uses::BOARD, move |cx, site| cx.face(site).unwrap_or(-1)))
}
