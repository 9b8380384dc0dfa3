//! Calls of defines, outermost first, until none is left.

use super::defines::Table;
use super::draft::{Draft, Kind, push, splice};
use super::fill::{Argument, Filling, arguments};
use super::known::KnownDefines;
use super::limits::Limits;
use super::problems::Problems;
use super::tags::drop_label;
use crate::diag::{Diagnostic, Origin, Trail, Via};
use crate::source::Sources;
use std::collections::HashSet;
use std::sync::Arc;

/// The deepest chain of calls within calls. It bounds the work stack; recursion is found by name.
const MAX_CALLS: usize = 256;

/// Heads whose first string is a name and never a call.
const NAMED: [&str; 3] = ["game", "match", "instance"];

pub(super) struct Expander<'a> {
    pub table: &'a mut Table,
    pub known: &'a KnownDefines,
    pub sources: &'a mut Sources,
    pub limits: &'a mut Limits,
    pub problems: &'a mut Problems,
    pub reported: HashSet<Arc<str>>,
}

/// Where a list of items stands.
#[derive(Clone, Copy, Default)]
struct Scope {
    /// Inside the metadata, where the library of defines is not seen.
    metadata: bool,
    clause: bool,
    depth: usize,
    calls: usize,
}

impl Expander<'_> {
    /// Replaces all calls in the items that stand outside all brackets.
    pub fn run(&mut self, mut items: Vec<Draft>) -> Vec<Draft> {
        loop {
            // A define within the body of another comes into being when that one is used, and then holds everywhere.
            self.table.grown = false;
            items = self.list(items, Scope::default());
            if !self.table.grown || self.limits.exhausted {
                return items;
            }
        }
    }

    fn list(&mut self, items: Vec<Draft>, scope: Scope) -> Vec<Draft> {
        let mut out: Vec<Draft> = Vec::with_capacity(items.len());
        for (i, mut item) in items.into_iter().enumerate() {
            if self.limits.exhausted || !self.limits.deep(scope.depth, item.span, self.problems) {
                return out;
            }
            let protected =
                scope.clause && i == 1 && out.first().and_then(Draft::word).is_some_and(|w| NAMED.contains(&w));
            let name = match &item.kind {
                Kind::Text(text) if !protected => Some((text.clone(), item.trail.clone())),
                Kind::Clause(_) => {
                    item.callee().and_then(|callee| Some((callee.text()?.clone(), callee.trail.clone())))
                }
                _ => None,
            };
            if let Some((name, trail)) = name
                && let Some(define) = self.find(&name, trail.as_deref(), scope)
            {
                self.call(define, item, trail.as_deref(), scope, &mut out);
                continue;
            }
            let metadata = scope.metadata || item.head() == Some("metadata");
            let clause = matches!(item.kind, Kind::Clause(_));
            if let Kind::Clause(items) | Kind::Array(items) = &mut item.kind {
                *items = self.list(std::mem::take(items), Scope { metadata, clause, depth: scope.depth + 1, ..scope });
            }
            push(&mut out, item);
        }
        out
    }

    fn call(&mut self, define: usize, item: Draft, trail: Option<&Trail>, scope: Scope, out: &mut Vec<Draft>) {
        self.table.list[define].calls += 1;
        let origin = item.origin();
        let glued = item.glued;
        if self.cycle(define, trail, &origin) {
            return;
        }
        if scope.calls >= MAX_CALLS {
            self.limits.stop(
                Diagnostic::error(
                    "LUD0105",
                    &origin,
                    format!("calls of defines are nested more than {MAX_CALLS} deep"),
                )
                .label("one call too deep"),
                self.problems,
            );
            return;
        }
        let arguments: Vec<Argument> = match item.kind {
            Kind::Clause(mut items) => arguments(items.split_off(1)),
            _ => Vec::new(),
        };
        self.table.list[define].called(&origin, arguments.len());
        let caller = active(trail).next().and_then(|name| self.table.find(name));
        if caller.is_some_and(|caller| self.table.list[caller].known) {
            self.table.list[define].in_known = true;
        }
        let entry = &self.table.list[define];
        if arguments.len() > entry.parameters {
            let takes = match entry.parameters {
                0 => "no arguments".to_owned(),
                1 => "1 argument".to_owned(),
                count => format!("{count} arguments"),
            };
            self.problems.push(
                Diagnostic::warning(
                    "LUD0109",
                    &origin,
                    format!("\"{}\" takes {takes} and is given {}", entry.name, arguments.len()),
                )
                .label("the last ones are not used")
                .hint(match arguments.len() - entry.parameters {
                    1 => "leave the last one out".to_owned(),
                    more => format!("leave the last {more} out"),
                })
                .also(entry.place, "defined here"),
            );
        }
        let depths =
            arguments.iter().map(|argument| argument.iter().flatten().map(Draft::depth).max().unwrap_or(0)).collect();
        let (limits, problems) = (&mut *self.limits, &mut *self.problems);
        let filling = Filling { define: entry, arguments: &arguments, depths, call: origin, limits, problems };
        let mut body = filling.run();
        drop(arguments);
        if self.table.list[define].nests {
            self.table.lift(&mut body, true, self.problems);
        }
        let body = self.list(body, Scope { calls: scope.calls + 1, clause: false, ..scope });
        if body.is_empty() {
            drop_label(out, self.problems);
        }
        splice(out, body, glued);
    }

    fn find(&mut self, name: &Arc<str>, trail: Option<&Trail>, scope: Scope) -> Option<usize> {
        let library = !scope.metadata || active(trail).next().is_some();
        if let Some(index) = self.table.find(name) {
            return (library || !self.table.list[index].known).then_some(index);
        }
        if !library {
            return None;
        }
        let (body, span) = self.known.body(name, self.sources, self.limits, self.problems)?;
        let grown = self.table.grown;
        let index = self.table.add(name, body, span, true).ok();
        self.table.grown = grown;
        index
    }

    /// Reports a define that is called from its own body, once.
    fn cycle(&mut self, define: usize, trail: Option<&Trail>, origin: &Origin) -> bool {
        let name = self.table.list[define].name.clone();
        if !active(trail).any(|other| *other == name) {
            return false;
        }
        if self.reported.insert(name.clone()) {
            let mut chain: Vec<&str> = active(trail).take_while(|other| **other != name).map(|n| &**n).collect();
            chain.push(&name);
            chain.reverse();
            chain.push(&name);
            let mut problem =
                Diagnostic::error("LUD0104", origin, format!("the define \"{name}\" is part of its own body"))
                    .label("called again before it has ended")
                    .also(self.table.list[define].place, "defined here");
            if chain.len() > 2 {
                problem = problem.hint(format!("the circle is \"{}\"", chain.join("\" → \"")));
            } else {
                problem = problem.hint("a name in quotes that a define has is always a call of it: if a region or a piece is meant, one of them needs another name");
            }
            // The names on the circle would each report it once more from where they are called.
            self.reported.extend(chain.into_iter().map(Arc::from));
            self.problems.push(problem);
        }
        true
    }
}

/// The names of the defines whose bodies a token stands in, innermost first. A token that came in as an argument stands
/// where the call was written.
fn active(trail: Option<&Trail>) -> impl Iterator<Item = &Arc<str>> {
    std::iter::successors(trail, |trail| trail.outer.as_deref()).filter_map(|trail| match &trail.via {
        Via::Define(name) => Some(name),
        _ => None,
    })
}
