//! What each kind of node looks like: its operator, its meaning in words, its operands, and what it costs by itself.

use super::cost::Cost;
use crate::engine::game::Game;
use crate::program::Program;
use crate::program::ir::{
    BoolId, BoolNode, Clause, CountId, EffectId, EffectNode, EndNode, Ending, IntId, IntNode, ListId, ListNode,
    MovesId, MovesNode, RelId, SetId, SetNode, Table, TemplateId, Var, Walk,
};
use std::fmt;

/// Any node of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AnyId {
    /// A set.
    Set(SetId),
    /// An integer.
    Int(IntId),
    /// A truth value.
    Truth(BoolId),
    /// A collection.
    List(ListId),
    /// A generator.
    Moves(MovesId),
    /// An effect.
    Effect(EffectId),
}

impl fmt::Display for AnyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyId::Set(id) => id.fmt(f),
            AnyId::Int(id) => id.fmt(f),
            AnyId::Truth(id) => id.fmt(f),
            AnyId::List(id) => id.fmt(f),
            AnyId::Moves(id) => id.fmt(f),
            AnyId::Effect(id) => id.fmt(f),
        }
    }
}

macro_rules! any {
    ($($id:ident $variant:ident),*) => {$(
        impl From<$id> for AnyId {
            fn from(id: $id) -> Self {
                AnyId::$variant(id)
            }
        }
        impl From<$id> for Part {
            fn from(id: $id) -> Self {
                Part::Node(id.into())
            }
        }
    )*};
}

any!(SetId Set, IntId Int, BoolId Truth, ListId List, MovesId Moves, EffectId Effect);

/// What the numbers of components and variables are called.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    components: Vec<String>,
    vars: Vec<String>,
}

impl Labels {
    /// Those of a game.
    pub fn of(game: &Game) -> Self {
        Labels {
            components: game.equipment.components.iter().map(|component| component.name.to_string()).collect(),
            vars: game.vars.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A piece of what a node looks like.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// A node evaluated with this one.
    Node(AnyId),
    /// A node evaluated for every site.
    Body(AnyId),
    /// The same in code and in words.
    Text(String),
    /// A word of the code, and another for people.
    Both(String, String),
    /// Several pieces, one after the other.
    Many(Vec<Part>),
}

/// How a node is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Code,
    Words,
}

/// What a node looks like. `{0}` in the texts is the first part.
#[derive(Debug)]
pub(super) struct Shape {
    pub code: &'static str,
    pub words: &'static str,
    pub parts: Vec<Part>,
    /// What it costs without its operands.
    pub cost: Cost,
    /// What is done one by one because it has no form over sets.
    pub barrier: Option<&'static str>,
}

impl Shape {
    fn new(code: &'static str, words: &'static str, parts: Vec<Part>) -> Self {
        Shape { code, words, parts, cost: Cost::ONE, barrier: None }
    }

    fn costs(self, cost: Cost) -> Self {
        Shape { cost, ..self }
    }

    fn one_by_one(self, what: &'static str) -> Self {
        Shape { barrier: Some(what), ..self }
    }

    /// The text of this node, its operands written by `name`.
    pub fn write(&self, style: Style, name: &mut impl FnMut(AnyId) -> String) -> String {
        let text = if style == Style::Code { self.code } else { self.words };
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let (index, after) = after.split_once('}').unwrap_or((after, ""));
            if let Some(part) = index.parse().ok().and_then(|index: usize| self.parts.get(index)) {
                part.write(style, name, &mut out);
            }
            rest = after;
        }
        out + rest
    }

    /// The operands, and whether each is evaluated for every site.
    pub fn operands(&self) -> Vec<(AnyId, bool)> {
        let mut all = Vec::new();
        self.parts.iter().for_each(|part| part.operands(&mut all));
        all
    }
}

impl Part {
    fn body(id: impl Into<AnyId>) -> Part {
        Part::Body(id.into())
    }

    fn write(&self, style: Style, name: &mut impl FnMut(AnyId) -> String, out: &mut String) {
        match self {
            Part::Node(id) | Part::Body(id) => out.push_str(&name(*id)),
            Part::Text(text) => out.push_str(text),
            Part::Both(code, words) => out.push_str(if style == Style::Code { code } else { words }),
            Part::Many(parts) => parts.iter().for_each(|part| part.write(style, name, out)),
        }
    }

    fn operands(&self, all: &mut Vec<(AnyId, bool)>) {
        match self {
            Part::Node(id) => all.push((*id, false)),
            Part::Body(id) => all.push((*id, true)),
            Part::Text(_) | Part::Both(..) => {}
            Part::Many(parts) => parts.iter().for_each(|part| part.operands(all)),
        }
    }
}

/// Operands with something between them; `none` stands for no operand.
fn joined<I: Into<AnyId> + Copy>(ids: &[I], code: &str, words: &str, none: &str) -> Part {
    if ids.is_empty() {
        return Part::Text(none.to_owned());
    }
    let mut parts = Vec::new();
    for (index, id) in ids.iter().enumerate() {
        if index > 0 {
            parts.push(Part::Both(code.to_owned(), words.to_owned()));
        }
        parts.push(Part::Node((*id).into()));
    }
    Part::Many(parts)
}

fn var(var: Var) -> Part {
    Part::Text(match var {
        Var::Site => "(site)".to_owned(),
        Var::From => "(from)".to_owned(),
        Var::To => "(to)".to_owned(),
    })
}

const EACH_SITE: &str = "each site is looked at by itself";
const EACH_STEP: &str = "each step is looked at by itself";

/// What makes shapes of nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shaper<'p> {
    pub table: &'p Table,
    labels: &'p Labels,
}

impl<'p> Shaper<'p> {
    pub fn new(program: &'p Program) -> Self {
        Shaper { table: &program.table, labels: &program.labels }
    }

    /// What a node looks like.
    pub fn shape(&self, id: AnyId) -> Shape {
        match id {
            AnyId::Set(id) => self.set(self.table.set(id)),
            AnyId::Int(id) => self.int(self.table.int(id)),
            AnyId::Truth(id) => self.truth(self.table.truth(id)),
            AnyId::List(id) => self.list(self.table.list(id)),
            AnyId::Moves(id) => self.generator(self.table.generator(id)),
            AnyId::Effect(id) => self.effect(self.table.effect(id)),
        }
    }

    /// Whether a node is so small that it is written within the one that uses it.
    pub fn is_small(&self, id: AnyId) -> bool {
        match id {
            AnyId::Set(id) => matches!(
                self.table.set(id),
                SetNode::Const(_)
                    | SetNode::Empty
                    | SetNode::Owned(_)
                    | SetNode::One(_)
                    | SetNode::AroundSite(..)
                    | SetNode::Bound
            ),
            AnyId::Int(_) => true,
            AnyId::Truth(id) => matches!(
                self.table.truth(id),
                BoolNode::Const(_)
                    | BoolNode::Not(_)
                    | BoolNode::Compare(..)
                    | BoolNode::Member(..)
                    | BoolNode::None(_)
                    | BoolNode::Within(..)
                    | BoolNode::Stale(_)
                    | BoolNode::AllPassed
            ),
            AnyId::List(id) => matches!(self.table.list(id), ListNode::Single(_) | ListNode::Remembered),
            AnyId::Moves(_) => false,
            AnyId::Effect(id) => matches!(self.table.effect(id), EffectNode::MoveAgain | EffectNode::ForgetAll),
        }
    }

    fn rel(&self, id: RelId) -> Part {
        let name = self.table.rels.get(id.index()).map_or("", |rel| rel.name);
        Part::Both(format!("{id}"), name.to_owned())
    }

    fn player(&self, id: IntId) -> Part {
        match self.table.int(id) {
            IntNode::Const(player) => Part::Both(player.to_string(), format!("P{player}")),
            _ => id.into(),
        }
    }

    fn component(&self, id: IntId) -> Part {
        match self.table.int(id) {
            IntNode::Const(component) => {
                let name = usize::try_from(*component).ok().and_then(|index| self.labels.components.get(index));
                let name = name.map_or_else(|| format!("component {component}"), |name| format!("a piece {name}"));
                Part::Both(component.to_string(), name)
            }
            _ => Part::Many(vec![Part::Both(String::new(), "component ".to_owned()), id.into()]),
        }
    }

    fn variable(&self, index: u32) -> Part {
        let name = self.labels.vars.get(index as usize);
        Part::Both(format!("v{index}"), name.map_or_else(|| format!("{index}"), |name| format!("\"{name}\"")))
    }

    /// The consequences of a kind of decision.
    fn then(&self, id: TemplateId) -> Part {
        match self.table.templates.get(id.index()) {
            Some(template) if !template.then.is_empty() => Part::Many(vec![
                Part::Both(" then ".to_owned(), "; then ".to_owned()),
                joined(&template.then, ", ", " and ", ""),
            ]),
            _ => Part::Text(String::new()),
        }
    }

    fn walk(&self, walk: &Walk) -> (Part, Cost, Option<&'static str>) {
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

    fn terms(&self, terms: &[(u32, CountId)]) -> Part {
        let mut parts = Vec::new();
        for (index, &(times, count)) in terms.iter().enumerate() {
            let Some(&(set, rel)) = self.table.counts.get(count.index()) else { continue };
            let plus = if index > 0 { " + " } else { "" };
            let times = if times == 1 { String::new() } else { format!("{times}·") };
            let rel = self.table.rels.get(rel.index()).map(|r| (rel, r.name));
            let (code, words) = rel.map_or_else(Default::default, |(id, name)| (id.to_string(), name.to_owned()));
            parts.push(Part::Both(
                format!("{plus}{times}near({code}, "),
                format!("{plus}{times}{words} neighbours in "),
            ));
            parts.push(set.into());
            parts.push(Part::Both(")".to_owned(), String::new()));
        }
        if terms.is_empty() { Part::Text("0".to_owned()) } else { Part::Many(parts) }
    }

    fn set(&self, node: &SetNode) -> Shape {
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
                let sign = Part::Text(cmp.sign().to_owned());
                let (left, right) = (self.terms(left), self.terms(right));
                if *self.table.int(plus) == IntNode::Const(0) {
                    let parts = vec![left, sign, right];
                    return Shape::new("count {0} {1} {2}", "the sites where {0} {1} {2}", parts).costs(Cost::WORDS);
                }
                let parts = vec![left, Part::from(plus), sign, right];
                Shape::new("count {0} + {1} {2} {3}", "the sites where {0} + {1} {2} {3}", parts).costs(Cost::WORDS)
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

    fn int(&self, node: &IntNode) -> Shape {
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

    fn truth(&self, node: &BoolNode) -> Shape {
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

    fn list(&self, node: &ListNode) -> Shape {
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

    fn generator(&self, node: &MovesNode) -> Shape {
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
                // A flood is needed for few sites only, but may be for all.
                Shape::new("open {0} on {1} {2} to {3}{4}", words, parts).costs(Cost::SITES.times(Cost::FLOOD))
            }
        }
    }

    fn effect(&self, node: &EffectNode) -> Shape {
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
