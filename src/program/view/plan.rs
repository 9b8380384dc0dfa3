//! The program as a tree in words.

use super::cost::Costs;
use super::print::canonical;
use super::shape::{AnyId, Shape, Shaper, Style};
use crate::diag::{Origin, Trail};
use crate::pipeline::Compiled;
use crate::program::Program;
use crate::program::build::Built;
use crate::program::ir::{BoolNode, EndNode};
use crate::program::rewrites::{ALL, Rewrites};
use crate::program::run::Profile;
use crate::source::{SourceId, Sources, Span};
use serde::Serialize;
use std::collections::HashSet;

/// A place in a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The name of the text.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The line, without the space around it.
    pub text: String,
}

/// Where something was written in the description itself: for what came through a known define, where that is called.
pub fn place(compiled: &Compiled, origin: &Origin) -> Place {
    let home = compiled.typed().origin.span.source;
    in_text(compiled.sources(), at_home(origin, home))
}

fn at_home(origin: &Origin, home: SourceId) -> Span {
    let mut span = origin.span;
    let mut trail: Option<&Trail> = origin.trail.as_deref();
    while let Some(step) = trail.filter(|_| span.source != home) {
        span = step.call;
        trail = step.outer.as_deref();
    }
    span
}

fn in_text(sources: &Sources, span: Span) -> Place {
    let (line, column) = sources.line_column(span);
    let source = sources.get(span.source);
    let text = source.and_then(|source| source.text.lines().nth(line - 1)).unwrap_or("");
    Place { file: source.map_or_else(String::new, |s| s.name.to_string()), line, column, text: text.trim().to_owned() }
}

/// The time spent on a node in a run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spent {
    /// The part of the time of the run that was spent on it and what it uses, from 0 to 1.
    pub total: f64,
    /// The part that was spent on it alone.
    pub own: f64,
    /// How often it was evaluated in a move of the run, on average.
    pub calls: f64,
}

/// A node with what it uses.
#[derive(Debug, Clone, Serialize)]
pub struct Branch {
    /// Its number, as in the table of nodes; empty for an end rule.
    pub id: String,
    /// What it means. Small nodes are told within; the others by their numbers.
    pub words: String,
    /// How its work grows with the number of sites, what it uses included.
    pub cost: String,
    /// Whether its value is kept until something it reads changes.
    pub kept: bool,
    /// What about it is done one by one because it has no form over sets.
    pub barrier: Option<&'static str>,
    /// The ludeme that it came from.
    pub place: Option<Place>,
    /// Whether it stands in the tree before, with what it uses.
    pub again: bool,
    /// The time spent on it, where that was measured.
    pub spent: Option<Spent>,
    /// What it uses.
    pub uses: Vec<Branch>,
}

/// What became of a rewrite.
#[derive(Debug, Clone, Serialize)]
pub struct Made {
    /// What `--no-opt` calls it.
    pub name: &'static str,
    /// Why it changes nothing.
    pub law: &'static str,
    /// Whether it may be made.
    pub on: bool,
    /// Whether the program would be another one without it.
    pub matters: bool,
}

/// The program as a tree.
#[derive(Debug, Clone, Serialize)]
pub struct Plan {
    /// Number of sites that pieces can stand on.
    pub sites: usize,
    /// Number of words of 64 sites of a set.
    pub words: usize,
    /// The play rules, with the consequences of the moves.
    pub play: Branch,
    /// The end rules.
    pub ends: Vec<Branch>,
    /// How many nodes do something one by one because it has no form over sets.
    pub barriers: usize,
}

impl Plan {
    /// The tree of a program; with the times of a run, where there was one.
    pub fn new(compiled: &Compiled, program: &Program, profile: Option<&Profile>) -> Plan {
        let mut planner = Planner {
            compiled,
            program,
            profile,
            shaper: Shaper::new(program),
            costs: Costs::new(program),
            seen: HashSet::new(),
            ends: 0,
            barriers: 0,
        };
        let play = planner.branch(program.play.into(), None);
        let ends = program.ends.iter().map(|rule| planner.end(rule)).collect();
        let barriers = planner.barriers;
        Plan { sites: program.table.sites, words: program.words(), play, ends, barriers }
    }

    /// All branches, outermost first.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Branch)) {
        self.play.visit(see);
        self.ends.iter().for_each(|end| end.visit(see));
    }
}

impl Branch {
    fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Branch)) {
        see(self);
        self.uses.iter().for_each(|branch| branch.visit(see));
    }
}

impl Made {
    /// What became of each rewrite in a program.
    ///
    /// # Errors
    ///
    /// A game without a program.
    pub fn of(compiled: &Compiled, rewrites: &Rewrites) -> Built<Vec<Made>> {
        let with = canonical(&Program::new(compiled.typed(), compiled.game(), rewrites)?);
        let off: Vec<&str> = ALL.iter().map(|rewrite| rewrite.name).filter(|name| !rewrites.has(name)).collect();
        ALL.iter()
            .map(|rewrite| {
                let on = rewrites.has(rewrite.name);
                let fewer: Vec<&str> = off.iter().copied().chain([rewrite.name]).collect();
                let matters = match Rewrites::without(&fewer) {
                    Ok(fewer) if on => canonical(&Program::new(compiled.typed(), compiled.game(), &fewer)?) != with,
                    _ => false,
                };
                Ok(Made { name: rewrite.name, law: rewrite.law, on, matters })
            })
            .collect()
    }
}

struct Planner<'p> {
    compiled: &'p Compiled,
    program: &'p Program,
    profile: Option<&'p Profile>,
    shaper: Shaper<'p>,
    costs: Costs<'p>,
    seen: HashSet<AnyId>,
    ends: usize,
    barriers: usize,
}

impl Planner<'_> {
    /// The branch of a node; what a rewrite of the whole program made is taken to be where what uses it is.
    fn branch(&mut self, id: AnyId, above: Option<&Place>) -> Branch {
        let shape = self.shaper.shape(id);
        let again = !self.seen.insert(id);
        let own = self.origin(id, &shape).map(|origin| place(self.compiled, &origin));
        let place = own.or_else(|| above.cloned());
        if !again && shape.barrier.is_some() {
            self.barriers += 1;
        }
        Branch {
            id: id.to_string(),
            words: self.words(&shape),
            cost: self.costs.of(id).to_string(),
            kept: self.program.keeps(id),
            barrier: shape.barrier,
            again,
            spent: self.profile.and_then(|profile| profile.spent(id)),
            uses: if again { Vec::new() } else { self.uses(&shape, Some(id), place.as_ref()) },
            place,
        }
    }

    fn end(&mut self, rule: &EndNode) -> Branch {
        let shape = self.shaper.end(rule);
        let origin = self.program.table.origins.ends.get(self.ends);
        self.ends += 1;
        let place = origin.map(|origin| place(self.compiled, origin));
        let operands = shape.operands().into_iter().map(|(id, _)| self.costs.of(id));
        let cost = operands.fold(super::Cost::ONE, super::Cost::and);
        // The time of a condition that has a line of its own is told there.
        let cond = AnyId::from(rule.cond);
        let here = self.shaper.is_small(cond) && self.seen.insert(cond);
        let spent = self.profile.filter(|_| here).and_then(|profile| profile.spent(cond));
        let mut uses = self.uses(&shape, None, place.as_ref());
        uses.extend(rule.subs.iter().map(|sub| self.end(sub)));
        Branch {
            id: String::new(),
            words: self.words(&shape),
            cost: cost.to_string(),
            kept: false,
            barrier: None,
            place,
            again: false,
            spent,
            uses,
        }
    }

    /// Where a node was written. One that a rewrite of the whole program made was where its first operand was.
    fn origin(&self, id: AnyId, shape: &Shape) -> Option<Origin> {
        let own = self.program.table.origins.of(id).cloned();
        own.or_else(|| {
            let mut operands = shape.operands().into_iter();
            operands.find_map(|(operand, _)| self.origin(operand, &self.shaper.shape(operand)))
        })
    }

    fn words(&self, shape: &Shape) -> String {
        shape.write(Style::Words, &mut |id| self.name(id))
    }

    fn name(&self, id: AnyId) -> String {
        if self.shaper.is_small(id) { self.words(&self.shaper.shape(id)) } else { id.to_string() }
    }

    /// The nodes that a node, or a small one within it, refers to by number, each once.
    fn uses(&mut self, shape: &Shape, id: Option<AnyId>, above: Option<&Place>) -> Vec<Branch> {
        let mut found = Vec::new();
        self.referred(shape, &mut found);
        if let Some(AnyId::Truth(id)) = id
            && *self.program.table.truth(id) == BoolNode::NoMovesNext
        {
            found.push(self.program.play.into());
        }
        found.into_iter().map(|id| self.branch(id, above)).collect()
    }

    fn referred(&self, shape: &Shape, found: &mut Vec<AnyId>) {
        for (id, _) in shape.operands() {
            if self.shaper.is_small(id) {
                self.referred(&self.shaper.shape(id), found);
            } else if !found.contains(&id) {
                found.push(id);
            }
        }
    }
}
