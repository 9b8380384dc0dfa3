//! Generators of moves, effects and end rules.

use super::{EACH_SITE, Part, Shape, Shaper, joined};
use crate::program::ir::{EffectId, EffectNode, EndNode, Ending, IntId, MovesNode};
use crate::program::view::Cost;

impl Shaper<'_> {
    pub(super) fn generator(&self, node: &MovesNode) -> Shape {
        match *node {
            MovesNode::All(ref all) => Shape::new("{0}", "{0}", vec![joined(all, ", ", ", then ", "no moves")]),
            MovesNode::If(cond, a, b) => {
                Shape::new("if {0} then {1} else {2}", "if {0}: {1}; else: {2}", vec![cond.into(), a.into(), b.into()])
            }
            MovesNode::Add(template, what, sites) => Shape::new(
                "add {0} on {1}{2}",
                "put {0} on one of {1}{2}",
                vec![self.component(what), sites.into(), self.then(template)],
            )
            .costs(Cost::WORDS),
            MovesNode::Remove(template, sites) => {
                Shape::new("remove {0}{1}", "remove one of {0}{1}", vec![sites.into(), self.then(template)])
                    .costs(Cost::WORDS)
            }
            MovesNode::Pass(template) => Shape::new("pass{0}", "pass{0}", vec![self.then(template)]),
            MovesNode::Swap(template, a, b) => Shape::new(
                "swap {0} {1}{2}",
                "exchange the seats of {0} and {1}{2}",
                vec![self.player(a), self.player(b), self.then(template)],
            ),
            MovesNode::FromTo(template, from, sites) => Shape::new(
                "from {0} to {1}{2}",
                "move the piece on {0} to one of {1}{2}",
                vec![from.into(), sites.into(), self.then(template)],
            )
            .costs(Cost::WORDS),
            MovesNode::Each(sites, moves) => {
                Shape::new("each {0}: {1}", "for each (site) of {0}: {1}", vec![sites.into(), Part::body(moves)])
                    .costs(Cost::SITES)
                    .one_by_one(EACH_SITE)
            }
            MovesNode::EachPiece(moves) => {
                Shape::new("pieces: {0}", "for each piece of the mover (from): {0}", vec![Part::body(moves)])
                    .costs(Cost::SITES)
            }
            MovesNode::Jump(template, from, lines, sites) => Shape::new(
                "jump {0} {1} to {2}{3}",
                "hop from {0} over anything along the lines to one of {2}{3}",
                vec![from.into(), Part::Text(lines.to_string()), sites.into(), self.then(template)],
            )
            .costs(Cost::SITES),
            MovesNode::Tested(moves, cond) => {
                Shape::new("tested {0}: {1}", "those of {0} after which {1}", vec![moves.into(), Part::body(cond)])
                    .costs(Cost::SITES)
                    .one_by_one("each move is tried out by itself")
            }
            MovesNode::AddOpen(id) => {
                let Some(open) = self.table.opens.get(id.index()) else { return Shape::new("open", "", vec![]) };
                let parts = vec![
                    self.component(open.what),
                    open.sites.into(),
                    self.rel(open.rel),
                    open.goals.into(),
                    self.then(open.template),
                ];
                let words = "put {0} on one of {1} so that it and what is next to it keep a way by {2} steps over \
                             empty sites to an empty one of {3}{4}";
                // On a flat board less is needed, but that is known only when it has been laid out.
                Shape::new("open {0} on {1} {2} to {3}{4}", words, parts).costs(Cost::FLOOD)
            }
        }
    }

    pub(super) fn effect(&self, node: &EffectNode) -> Shape {
        let after = |then: Option<EffectId>| match then {
            Some(id) => Part::Many(vec![Part::Both(" then ".to_owned(), ", then ".to_owned()), id.into()]),
            None => Part::Text(String::new()),
        };
        match *node {
            EffectNode::All(ref all) => Shape::new("{0}", "{0}", vec![joined(all, ", ", " and ", "nothing")]),
            EffectNode::If(cond, yes, no) => {
                let no = match no {
                    Some(no) => Part::Many(vec![Part::Both(" else ".to_owned(), "; else: ".to_owned()), no.into()]),
                    None => Part::Text(String::new()),
                };
                Shape::new("if {0} then {1}{2}", "if {0}: {1}{2}", vec![cond.into(), yes.into(), no])
            }
            EffectNode::Do(a, b) => Shape::new("{0}; {1}", "{0}, and when that is done {1}", vec![a.into(), b.into()]),
            EffectNode::SetVar(index, value, then) => {
                let parts = vec![self.variable(index), value.into(), after(then)];
                Shape::new("set var {0} {1}{2}", "set variable {0} to {1}{2}", parts)
            }
            EffectNode::SetScore(player, value, then) => {
                let parts = vec![self.player(player), value.into(), after(then)];
                Shape::new("set score {0} {1}{2}", "set the score of {0} to {1}{2}", parts)
            }
            EffectNode::MoveAgain => Shape::new("move again", "the mover moves again", vec![]),
            EffectNode::Remember(value) => Shape::new("remember {0}", "remember {0}", vec![value.into()]),
            EffectNode::ForgetAll => Shape::new("forget", "forget the remembered values", vec![]),
            EffectNode::Each(set, effect) => {
                Shape::new("each {0}: {1}", "for each (site) of {0}: {1}", vec![set.into(), Part::body(effect)])
                    .costs(Cost::SITES)
                    .one_by_one(EACH_SITE)
            }
            EffectNode::EachGroup(rel, effect) => Shape::new(
                "groups {0}: {1}",
                "for each group of the mover by {0} steps: {1}",
                vec![self.rel(rel), Part::body(effect)],
            )
            .costs(Cost::FLOOD),
            EffectNode::Nothing => Shape::new("nothing", "nothing", vec![]),
            EffectNode::Late(effect) => Shape::new("late {0}", "when a score is asked for: {0}", vec![effect.into()]),
        }
    }

    /// What an end rule looks like, without its sub-rules.
    pub fn end(&self, rule: &EndNode) -> Shape {
        let player = |player: IntId| self.player(player);
        let (code, words, mut parts) = match &rule.ending {
            None => ("if {0}", "if {0}", vec![]),
            Some(Ending::Win(who)) => ("if {0} win {1}", "if {0}: {1} wins", vec![player(*who)]),
            Some(Ending::Loss(who)) => ("if {0} loss {1}", "if {0}: {1} loses", vec![player(*who)]),
            Some(Ending::Draw) => ("if {0} draw", "if {0}: nobody wins", vec![]),
            Some(Ending::ByScore(finals)) => {
                let mut scores = Vec::new();
                for (index, (who, score)) in finals.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { " " };
                    scores.push(Part::Text(comma.to_owned()));
                    scores.push(player(*who));
                    scores.push(Part::Both("=".to_owned(), " has ".to_owned()));
                    scores.push((*score).into());
                }
                ("if {0} by score{1}", "if {0}: the higher score wins{1}", vec![Part::Many(scores)])
            }
        };
        parts.insert(0, rule.cond.into());
        Shape::new(code, words, parts)
    }
}
