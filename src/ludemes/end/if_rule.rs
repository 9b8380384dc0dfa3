//! `(if condition [sub…] [result])` as an end rule.
//!
//! When the condition holds: without sub-rules, the result; with them, the first sub-rule that gives a result, else
//! the result as a default. `(byScore)` and `(payoffs ..)` take effect as the result of a rule or of a sub-rule, but
//! not as the default after sub-rules. (Ludii 1.3.12's behaviour.)

use crate::engine::ends::{Consequence, IfRule};
use crate::engine::tally::RuleKind;
use crate::ludemes::prelude::*;
use crate::ludemes::rules::clauses;

pub(super) const ROWS: &[Row] = &[Row::part("endIf", "if", "").any_order()];

impl IfRule {
    pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<IfRule> {
        let rule = lo.enter(RuleKind::End, call);
        let condition = lo.boolean(call, "test")?;
        let subs = clauses(call, "sub").into_iter().chain(clauses(call, "subs"));
        let subs = subs.map(|sub| IfRule::read(sub, lo)).collect::<Lowered<_>>()?;
        let result = call.part("result").map(|result| Consequence::read(result, lo)).transpose()?;
        lo.leave(rule);
        Ok(IfRule { condition, subs, result, rule })
    }
}
