//! `(if condition [sub…] [result])` as an end rule.
//!
//! When the condition holds: without sub-rules, the result; with them, the first sub-rule that gives a result, else
//! the result as a default. `(byScore)` and `(payoffs ..)` take effect as the result of a rule or of a sub-rule, but
//! not as the default after sub-rules. (Ludii 1.3.12's behaviour.)

use super::for_each_clause;
use crate::engine::ends::{Consequence, IfRule};
use crate::engine::tally::RuleKind;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("endIf", "if", "")];

impl IfRule {
    pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<IfRule> {
        let rule = lo.enter(RuleKind::End, call);
        let condition = lo.boolean(call, "test")?;
        let mut subs = Vec::new();
        for arg in [call.get("sub"), call.get("subs")].into_iter().flatten() {
            for_each_clause(arg, &mut |sub| {
                subs.push(IfRule::read(sub, lo)?);
                Ok(())
            })?;
        }
        let result = call.part("result").map(|result| Consequence::read(result, lo)).transpose()?;
        lo.leave(rule);
        Ok(IfRule { condition, subs, result, rule })
    }
}
