//! The constraints of a puzzle in parts: what holds for one site, one list, one hint.
//!
//! All of them hold where all parts do. A part is evaluated with only its own iterator variables set; constraints that
//! would read what an earlier one leaves behind are not taken apart.

use super::{all_different, for_all, is_sum};
use crate::engine::tally::{RuleId, RuleKind};
use crate::ludemes::prelude::*;

/// A condition, once or for each of many sites.
pub(super) struct Part {
    test: BoolExpr,
    over: Over,
    /// The constraint that it is a part of, where its use is counted.
    rule: RuleId,
}

/// What a part is repeated over.
enum Over {
    Once,
    /// So many sites, each bound as `from`.
    From(i32),
    /// Sites, each bound as `site`.
    Sites(SiteSet),
    /// The hints of a type, and whether each has two sites at least, so that none reads the `to` of the one before.
    Hints(SiteType, bool),
}

/// What is read neither by values alone nor from the iterator variables that a part sets: such a part is none.
const UNFIT: [Uses; 3] = [Uses::ITERATORS, Uses::VOLATILE, Uses::HISTORY];

impl Part {
    /// Takes constraints apart; `None` where one of them cannot be.
    pub(super) fn read_all<'a>(args: impl Iterator<Item = &'a Arg>, lo: &mut Lowering) -> Lowered<Option<Vec<Part>>> {
        let mut parts = Vec::new();
        for arg in args {
            let rule = match &arg.value {
                Value::Ludeme(call) => lo.enter(RuleKind::Condition, call),
                _ => RuleId::NONE,
            };
            let found = Part::read(arg, rule, lo)?;
            lo.leave(rule);
            parts.extend(found);
        }
        Ok(parts.iter().all(|part| !UNFIT.iter().any(|&unfit| part.uses().any(unfit))).then_some(parts))
    }

    fn read(arg: &Arg, rule: RuleId, lo: &mut Lowering) -> Lowered<Vec<Part>> {
        let whole = |test: BoolExpr| vec![Part { test, over: Over::Once, rule: RuleId::NONE }];
        let Value::Ludeme(call) = &arg.value else { return Ok(whole(lo.bool_arg(arg)?)) };
        let lists = match (call.form.head, call.form.keyword) {
            ("forAll", _) => {
                let over = match call.word("type").and_then(SiteType::parse) {
                    Some(t) => Over::From(lo.board().len(t) as i32),
                    None => {
                        let t = lo.default_type();
                        let hints = &lo.equipment.puzzle.hints[t as usize];
                        Over::Hints(t, hints.iter().all(|hint| hint.sites.len() > 1))
                    }
                };
                return Ok(vec![Part { test: lo.boolean(call, "constraint")?, over, rule }]);
            }
            ("all", Some("Sites")) => {
                let region = lo.region(call, "region")?;
                if let Some(sites) = region.as_constant() {
                    let over = Over::Sites(sites.clone());
                    return Ok(vec![Part { test: lo.boolean(call, "if")?, over, rule }]);
                }
                None
            }
            ("all", Some("Different")) if call.get("if").is_none() => all_different::lists(call, lo)?,
            ("is", Some("Sum")) => is_sum::lists(call, lo)?,
            _ => None,
        };
        Ok(match lists {
            Some(lists) => lists.into_iter().map(|test| Part { test, over: Over::Once, rule }).collect(),
            None => whole(lo.bool_arg(arg)?),
        })
    }

    /// What it reads besides the iterator variables that are set for it.
    fn uses(&self) -> Uses {
        let bound = match self.over {
            Over::Once => Uses::NONE,
            Over::From(_) => Uses::FROM,
            Over::Sites(_) => Uses::SITE,
            Over::Hints(_, true) => Uses::FROM | Uses::TO | Uses::HINT | Uses::REGION,
            Over::Hints(_, false) => Uses::FROM | Uses::HINT | Uses::REGION,
        };
        self.test.uses.without(bound)
    }

    /// Whether it reads nothing that changes but values.
    pub(super) fn is_local(&self) -> bool {
        self.uses().without(Uses::VALUES) == Uses::NONE
    }

    /// For what it has to hold: a site, the number of a hint, or 0 once.
    pub(super) fn items(&self, cx: &Cx) -> Vec<i32> {
        match &self.over {
            Over::Once => vec![0],
            Over::From(len) => (0..*len).collect(),
            Over::Sites(sites) => sites.iter().collect(),
            Over::Hints(t, _) => (0..cx.game.equipment.puzzle.hints[*t as usize].len() as i32).collect(),
        }
    }

    /// Whether it holds for one of its items; the iterator variables mean nothing afterwards.
    pub(super) fn holds(&self, cx: &mut Cx, item: i32) -> bool {
        cx.it = Default::default();
        match &self.over {
            Over::Once => {}
            Over::From(_) => cx.it.from = item,
            Over::Sites(_) => cx.it.site = item,
            Over::Hints(t, _) => {
                let game = Arc::clone(&cx.game);
                if let Some(hint) = game.equipment.puzzle.hints[*t as usize].get(item as usize) {
                    for_all::bind(cx, &game.equipment.board, hint);
                }
            }
        }
        let holds = self.test.eval(cx);
        cx.tally.condition(self.rule, holds);
        holds
    }
}
