//! End rules: when a game ends, and how.
//!
//! All rules of a list are looked at, in order, also after one has ended the game; a result for a player who is out
//! already is ignored. (Ludii 1.3.12's behaviour.)

mod by_score;
mod for_each;
mod if_rule;
mod payoffs;
mod result;

use crate::engine::ends::{ByScore, Consequence, EndRule, EndRules, ForEachPlayer, IfRule, Payoffs, ResultRule};
use crate::ludemes::prelude::*;

family! { self by_score for_each if_rule payoffs result }

const ROWS: &[Row] = &[Row::part("end", "end", "")];

impl EndRules {
    /// Reads `(end ..)`.
    pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<EndRules> {
        let mut rules = Vec::new();
        for arg in call.args.iter().flatten() {
            for_each_clause(arg, &mut |rule| {
                rules.push(match rule.form.head {
                    "if" => EndRule::If(IfRule::read(rule, lo)?),
                    _ => EndRule::ForEach(ForEachPlayer::read(rule, lo)?),
                });
                Ok(())
            })?;
        }
        Ok(EndRules(rules))
    }
}

impl Consequence {
    fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Consequence> {
        Ok(match call.form.head {
            "byScore" => Consequence::ByScore(ByScore::read(call, lo)?),
            "payoffs" => Consequence::Payoffs(Payoffs::read(call, lo)?),
            _ => Consequence::Result(ResultRule::read(call, lo)?),
        })
    }
}

fn for_each_clause(arg: &Arg, see: &mut impl FnMut(&Ludeme) -> Lowered<()>) -> Lowered<()> {
    match &arg.value {
        Value::Ludeme(call) => see(call),
        Value::Array(items) => items.iter().try_for_each(|item| for_each_clause(item, see)),
        _ => Ok(()),
    }
}
