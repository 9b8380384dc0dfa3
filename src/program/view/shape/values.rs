//! Integers, truth values and collections.

use super::{EACH_SITE, Part, Shape, Shaper, joined, var};
use crate::program::ir::{BoolNode, IntId, IntNode, ListNode};
use crate::program::view::Cost;

impl Shaper<'_> {
    pub(super) fn int(&self, node: &IntNode) -> Shape {
        let two = |code, words, a: IntId, b: IntId| Shape::new(code, words, vec![a.into(), b.into()]);
        match *node {
            IntNode::Const(value) => Shape::new("{0}", "{0}", vec![Part::Text(value.to_string())]),
            IntNode::Var(v) => Shape::new("{0}", "{0}", vec![var(v)]),
            IntNode::Mover => Shape::new("mover", "the mover", vec![]),
            IntNode::Next => Shape::new("next", "the next player", vec![]),
            IntNode::Prev => Shape::new("prev", "the previous player", vec![]),
            IntNode::Counter => Shape::new("counter", "the counter", vec![]),
            IntNode::Global(index) => Shape::new("var {0}", "variable {0}", vec![self.variable(index)]),
            IntNode::Score(player) => Shape::new("score {0}", "the score of {0}", vec![self.player(player)]),
            IntNode::Neighbours(site, count) => {
                let parts = vec![site.into(), self.terms(&[(1, count)]).pop().unwrap_or(Part::Text(String::new()))];
                Shape::new("at {0}: {1}", "the number for {0} of {1}", parts)
            }
            IntNode::Count(set) => Shape::new("count {0}", "how many are {0}", vec![set.into()]).costs(Cost::WORDS),
            IntNode::Who(site) => Shape::new("who {0}", "the owner of {0}", vec![site.into()]),
            IntNode::LastTo => Shape::new("last to", "where the last move ended", vec![]),
            IntNode::LastFrom => Shape::new("last from", "where the last move began", vec![]),
            IntNode::Add(a, b) => two("{0} + {1}", "({0} + {1})", a, b),
            IntNode::Sub(a, b) => two("{0} - {1}", "({0} - {1})", a, b),
            IntNode::Mul(a, b) => two("{0} * {1}", "{0}·{1}", a, b),
            IntNode::Rem(a, b) => two("{0} % {1}", "({0} modulo {1})", a, b),
            IntNode::Max(a, b) => two("max {0} {1}", "the larger of {0} and {1}", a, b),
            IntNode::Min(a, b) => two("min {0} {1}", "the smaller of {0} and {1}", a, b),
            IntNode::If(cond, a, b) => {
                Shape::new("if {0} then {1} else {2}", "({1} if {0}, else {2})", vec![cond.into(), a.into(), b.into()])
            }
            IntNode::Table(index, ref values, default) => {
                let listed = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                let table =
                    Part::Both(format!("[{listed}; {default}]"), format!("a table of {} numbers", values.len()));
                Shape::new("table {0} {1}", "the number for {0} in {1}", vec![index.into(), table])
            }
            IntNode::MaxOf(list) => Shape::new("max {0}", "the largest of {0}", vec![list.into()]),
            IntNode::MinOf(list) => Shape::new("min {0}", "the smallest of {0}", vec![list.into()]),
            IntNode::SumOf(list) => Shape::new("sum {0}", "the sum of {0}", vec![list.into()]),
            IntNode::LenOf(list) => Shape::new("len {0}", "how many numbers are in {0}", vec![list.into()]),
        }
    }

    pub(super) fn truth(&self, node: &BoolNode) -> Shape {
        match *node {
            BoolNode::Const(value) => Shape::new("{0}", "{0}", vec![Part::Text(value.to_string())]),
            BoolNode::And(ref all) => Shape::new("{0}", "{0}", vec![joined(all, " and ", " and ", "true")]),
            BoolNode::Or(ref all) => Shape::new("{0}", "{0}", vec![joined(all, " or ", " or ", "false")]),
            BoolNode::Not(a) => Shape::new("not {0}", "not ({0})", vec![a.into()]),
            BoolNode::Compare(cmp, a, b) => {
                Shape::new("{0} {1} {2}", "{0} {1} {2}", vec![a.into(), Part::Text(cmp.sign().to_owned()), b.into()])
            }
            BoolNode::Member(site, set) => Shape::new("{0} in {1}", "{0} is in {1}", vec![site.into(), set.into()]),
            BoolNode::None(set) => Shape::new("none {0}", "there are none of {0}", vec![set.into()]).costs(Cost::WORDS),
            BoolNode::Every(set, v, cond) => Shape::new(
                "every {0} by {1}: {2}",
                "for all sites {1} of {0}: {2}",
                vec![set.into(), var(v), Part::body(cond)],
            )
            .costs(Cost::SITES)
            .one_by_one(EACH_SITE),
            BoolNode::Within(a, b) => {
                Shape::new("{0} within {1}", "{0} are all in {1}", vec![a.into(), b.into()]).costs(Cost::WORDS)
            }
            BoolNode::Reaches(from, goals, ref walk) => {
                let (walk, cost, barrier) = self.walk(walk);
                let parts = vec![from.into(), goals.into(), walk];
                let words = "a walk leads from {0} to {1} by {2}";
                Shape { barrier, ..Shape::new("reaches {0} {1} {2}", words, parts).costs(cost) }
            }
            BoolNode::Leads(from, to, ref walk) => {
                let (walk, cost, barrier) = self.walk(walk);
                let parts = vec![from.into(), to.into(), walk];
                let words = "a walk leads from {0} to the site {1} by {2}";
                Shape { barrier, ..Shape::new("leads {0} {1} {2}", words, parts).costs(cost) }
            }
            BoolNode::NoMovesNext => Shape::new(
                "no moves next",
                "the next player could not move (the play rules as if it were his turn)",
                vec![],
            ),
            BoolNode::Stale(player) => {
                Shape::new("stale {0}", "{0} could not move when last looked at", vec![self.player(player)])
            }
            BoolNode::AllPassed => Shape::new("all passed", "all players have passed", vec![]),
        }
    }

    pub(super) fn list(&self, node: &ListNode) -> Shape {
        match *node {
            ListNode::GroupSizes(player, rel, min) => {
                let parts = vec![self.player(player), self.rel(rel), min.into()];
                let words = match self.table.int(min) {
                    IntNode::Const(..=1) => "the sizes of the groups of {0} by {1} steps",
                    _ => "the sizes of the groups of {0} by {1} steps, from {2} on",
                };
                Shape::new("sizes {0} {1} from {2}", words, parts).costs(Cost::FLOOD)
            }
            ListNode::Without(a, b) => {
                Shape::new("{0} - {1}", "what is left of {0} without {1}", vec![a.into(), b.into()]).costs(Cost::SITES)
            }
            ListNode::Single(value) => Shape::new("one {0}", "the one number {0}", vec![value.into()]),
            ListNode::Results(from, to, value) => Shape::new(
                "results {0} {1}: {2}",
                "for each (from) of {0} and each (to) of {1}: {2}",
                vec![from.into(), to.into(), Part::body(value)],
            )
            .costs(Cost { sites: 2, words: 0 })
            .one_by_one("each pair of sites is looked at by itself"),
            ListNode::Remembered => Shape::new("remembered", "the remembered values", vec![]),
        }
    }
}
