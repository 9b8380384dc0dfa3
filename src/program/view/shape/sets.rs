//! Sets, and the walks that some of them are found by.

use super::{EACH_SITE, EACH_STEP, Part, Shape, Shaper, var};
use crate::program::ir::{BoolNode, Clause, CountId, IntNode, SetNode, Walk};
use crate::program::view::Cost;

impl Shaper<'_> {
    pub(super) fn walk(&self, walk: &Walk) -> (Part, Cost, Option<&'static str>) {
        let mut parts = vec![self.rel(walk.rel), Part::Both(String::new(), " steps".to_owned())];
        let mut with = |code: &str, words: &str, part: Part| {
            parts.push(Part::Both(code.to_owned(), words.to_owned()));
            parts.push(part);
        };
        if let Some(set) = walk.through {
            with(" onto ", " onto ", set.into());
        }
        if let Some(set) = walk.leave {
            with(" off ", " off ", set.into());
        }
        for clause in &walk.clauses {
            with(" where ", ", where ", self.clause(clause));
        }
        if *self.table.truth(walk.cond) != BoolNode::Const(true) {
            with(" if ", ", for each of which ", Part::body(walk.cond));
        } else if walk.clauses.is_empty() {
            return (Part::Many(parts), Cost::FLOOD, None);
        }
        (Part::Many(parts), Cost::FLOOD, Some(EACH_STEP))
    }

    /// What has to hold of each step: one of these.
    fn clause(&self, clause: &Clause) -> Part {
        let mut any: Vec<Vec<Part>> = Vec::new();
        let both = |code: &str, words: &str| Part::Both(code.to_owned(), words.to_owned());
        any.extend(clause.to.map(|set| vec![both("to in ", "it ends in "), set.into()]));
        any.extend(clause.from.map(|set| vec![both("from in ", "it begins in "), set.into()]));
        for &(set, rel, cmp, number) in &clause.common {
            any.push(vec![
                both("common(", "the number of "),
                self.rel(rel),
                both(", ", " neighbours of both its ends in "),
                set.into(),
                both(") ", " is "),
                Part::Text(format!("{} ", cmp.sign())),
                number.into(),
            ]);
        }
        let mut parts = Vec::new();
        for (index, one) in any.into_iter().enumerate() {
            if index > 0 {
                parts.push(both(" or ", " or "));
            }
            parts.extend(one);
        }
        Part::Many(parts)
    }

    fn constant(&self, words: &[u64]) -> Part {
        let sites: Vec<usize> = (0..self.table.sites)
            .filter(|site| words.get(site >> 6).is_some_and(|word| word >> (site & 63) & 1 == 1))
            .collect();
        let listed = sites.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let told = match sites.len() {
            0 => "no sites".to_owned(),
            all if all == self.table.sites => "all sites".to_owned(),
            1 => format!("site {listed}"),
            2..=8 => format!("the sites {listed}"),
            many => format!("{many} known sites"),
        };
        Part::Both(format!("{{{listed}}}"), told)
    }

    pub(super) fn terms(&self, terms: &[(u32, CountId)]) -> Vec<Part> {
        let counts = terms.iter().filter_map(|&(times, count)| Some((times, self.table.counts.get(count.index())?)));
        counts
            .map(|(times, &(set, rel))| {
                let times = if times == 1 { String::new() } else { format!("{times}·") };
                Part::Many(vec![
                    Part::Both(format!("{times}near("), times),
                    self.rel(rel),
                    Part::Both(", ".to_owned(), " neighbours in ".to_owned()),
                    set.into(),
                    Part::Both(")".to_owned(), String::new()),
                ])
            })
            .collect()
    }

    pub(super) fn set(&self, node: &SetNode) -> Shape {
        let itself = |include: bool| {
            if include {
                Part::Both(" with".to_owned(), " and themselves".to_owned())
            } else {
                Part::Both(String::new(), ", without themselves".to_owned())
            }
        };
        match *node {
            SetNode::Const(id) => {
                let words = self.table.consts.get(id.index()).map_or(&[][..], Vec::as_slice);
                Shape::new("{0}", "{0}", vec![self.constant(words)])
            }
            SetNode::Empty => Shape::new("empty", "the empty sites", vec![]),
            SetNode::Owned(player) => Shape::new("owned {0}", "the pieces of {0}", vec![self.player(player)]),
            SetNode::Union(a, b) => {
                Shape::new("{0} | {1}", "the sites of {0} or {1}", vec![a.into(), b.into()]).costs(Cost::WORDS)
            }
            SetNode::Inter(a, b) => {
                Shape::new("{0} & {1}", "the sites of both {0} and {1}", vec![a.into(), b.into()]).costs(Cost::WORDS)
            }
            SetNode::Diff(a, b) => {
                Shape::new("{0} - {1}", "the sites of {0} but not of {1}", vec![a.into(), b.into()]).costs(Cost::WORDS)
            }
            SetNode::If(cond, a, b) => {
                Shape::new("if {0} then {1} else {2}", "if {0}: {1}; else: {2}", vec![cond.into(), a.into(), b.into()])
            }
            SetNode::Filter(of, v, cond) => Shape::new(
                "filter {0} by {1}: {2}",
                "the sites {1} of {0} for which {2}",
                vec![of.into(), var(v), Part::body(cond)],
            )
            .costs(Cost::SITES)
            .one_by_one(EACH_SITE),
            SetNode::Gather(of, v, set) => Shape::new(
                "gather {0} by {1}: {2}",
                "for all sites {1} of {0} together: {2}",
                vec![of.into(), var(v), Part::body(set)],
            )
            .costs(Cost::SITES)
            .one_by_one(EACH_SITE),
            SetNode::Around(of, rel, include) => Shape::new(
                "around {0} {1}{2}",
                "the {1} neighbours of the sites of {0}{2}",
                vec![of.into(), self.rel(rel), itself(include)],
            )
            .costs(Cost::WORDS),
            SetNode::Spread(of, rel) => {
                Shape::new("spread {0} {1}", "the sites with a {1} neighbour in {0}", vec![of.into(), self.rel(rel)])
                    .costs(Cost::WORDS)
            }
            SetNode::AroundSite(site, rel, include) => {
                let with = match include {
                    true => Part::Both(" with".to_owned(), " and itself".to_owned()),
                    false => Part::Text(String::new()),
                };
                Shape::new("near {0} {1}{2}", "the {1} neighbours of {0}{2}", vec![site.into(), self.rel(rel), with])
                    .costs(Cost::WORDS)
            }
            SetNode::AroundIf(of, rel, cond, include) => Shape::new(
                "around {0} {1}{3} if {2}",
                "the {1} neighbours (to) of the sites (from) of {0} for which {2}{3}",
                vec![of.into(), self.rel(rel), Part::body(cond), itself(include)],
            )
            .costs(Cost::SITES)
            .one_by_one(EACH_STEP),
            SetNode::One(site) => Shape::new("one {0}", "the one site {0}", vec![site.into()]),
            SetNode::Bound => Shape::new("group", "the group", vec![]),
            SetNode::Linear { cmp, ref left, ref right, plus } => {
                let (mut on_left, mut on_right) = (self.terms(left), self.terms(right));
                match *self.table.int(plus) {
                    IntNode::Const(number @ 1..) => on_left.push(Part::Text(number.to_string())),
                    IntNode::Const(0) => {}
                    IntNode::Const(number) => on_right.push(Part::Text(number.unsigned_abs().to_string())),
                    _ => on_left.push(plus.into()),
                }
                let parts = vec![sum(on_left), Part::Text(cmp.sign().to_owned()), sum(on_right)];
                Shape::new("count {0} {1} {2}", "the sites where {0} {1} {2}", parts).costs(Cost::WORDS)
            }
            SetNode::Alike { site, rel, near, far, ref numbers } => {
                let numbers: Vec<(u32, CountId)> = numbers.iter().map(|&count| (1, count)).collect();
                let numbers = separated(self.terms(&numbers), ", ", " and ");
                let parts = |rel| vec![site.into(), numbers, far.into(), rel, near.into()];
                match rel {
                    Some(rel) => Shape::new(
                        "alike {0} by {1}: {4} near {3}, else {2}",
                        "once for all sites {0} with the same numbers of {1}: of the {3} neighbours of {0} {4}, of the others {2}",
                        parts(self.rel(rel)),
                    ),
                    None => Shape::new(
                        "alike {0} by {1}: {2}",
                        "once for all sites {0} with the same numbers of {1}: {2}",
                        parts(Part::Text(String::new())),
                    ),
                }
                .costs(Cost::WORDS)
            }
            SetNode::Reaching(goals, ref walk) => {
                let (walk, cost, barrier) = self.walk(walk);
                let parts = vec![goals.into(), walk];
                let words = "the sites from which a walk leads to {0} by {1}";
                Shape { barrier, ..Shape::new("reaching {0} {1}", words, parts).costs(cost) }
            }
            SetNode::ReachedFrom(from, ref walk) => {
                let (walk, cost, barrier) = self.walk(walk);
                let parts = vec![from.into(), walk];
                let words = "the sites to which a walk leads from {0} by {1}";
                Shape { barrier, ..Shape::new("reached {0} {1}", words, parts).costs(cost) }
            }
        }
    }
}

fn sum(terms: Vec<Part>) -> Part {
    if terms.is_empty() { Part::Text("0".to_owned()) } else { separated(terms, " + ", " + ") }
}

fn separated(all: Vec<Part>, code: &str, words: &str) -> Part {
    let mut parts = Vec::new();
    for (index, part) in all.into_iter().enumerate() {
        if index > 0 {
            parts.push(Part::Both(code.to_owned(), words.to_owned()));
        }
        parts.push(part);
    }
    Part::Many(parts)
}
