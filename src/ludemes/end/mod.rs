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

const ROWS: &[Row] = &[Row::part("end", "end", "").any_order()];

impl EndRules {
    /// Reads `(end ..)`.
    pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<EndRules> {
        let clauses = call.args.iter().flatten().flat_map(Arg::each).filter_map(Arg::part);
        let rules = clauses.map(|rule| match rule.form.head {
            "if" => IfRule::read(rule, lo).map(EndRule::If),
            _ => ForEachPlayer::read(rule, lo).map(EndRule::ForEach),
        });
        Ok(EndRules(rules.collect::<Lowered<_>>()?))
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
