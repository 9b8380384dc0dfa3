//! The body of a define with the arguments of a call in the places of its markers.

use super::defines::{Define, marker};
use super::draft::{Draft, Kind, Tracer, push, write};
use super::limits::Limits;
use super::problems::Problems;
use super::tags::drop_label;
use crate::diag::{Diagnostic, Origin, Via};
use std::sync::Arc;

/// An argument: one item, with its label before it; `None` is `~` or a missing one.
pub(super) type Argument = Option<Vec<Draft>>;

/// Splits the items behind the head of a call into arguments. A label and what follows it are one.
pub(super) fn arguments(items: Vec<Draft>) -> Vec<Argument> {
    let mut arguments = Vec::new();
    let mut labels = Vec::new();
    for item in items {
        if matches!(item.kind, Kind::Label(_)) {
            labels.push(item);
        } else if item.word() == Some("~") {
            labels.clear();
            arguments.push(None);
        } else {
            let mut argument = std::mem::take(&mut labels);
            argument.push(item);
            arguments.push(Some(argument));
        }
    }
    if !labels.is_empty() {
        arguments.push(Some(labels));
    }
    arguments
}

/// Fills bodies.
pub(super) struct Filling<'a> {
    pub define: &'a Define,
    pub arguments: &'a [Argument],
    /// The nesting of each argument.
    pub depths: Vec<usize>,
    pub call: Origin,
    pub limits: &'a mut Limits,
    pub problems: &'a mut Problems,
}

impl Filling<'_> {
    /// The filled body; empty when a limit is reached.
    pub fn run(mut self) -> Vec<Draft> {
        let via = Via::Define(self.define.name.clone());
        let mut tracer = Tracer::new(via, self.call.span, self.call.trail.clone());
        let body = self.define.body.clone();
        self.list(&body, &mut tracer, 0)
    }

    fn list(&mut self, body: &[Draft], tracer: &mut Tracer, depth: usize) -> Vec<Draft> {
        let mut out = Vec::with_capacity(body.len());
        if !self.limits.spend(body.len(), Some(self.call.span), self.problems)
            || !self.limits.deep(depth, self.call.span, self.problems)
        {
            return out;
        }
        for item in body {
            let before = out.len();
            let trail = Some(tracer.trail(item.trail.as_ref()));
            let copy = |kind| Draft { kind, span: item.span, trail: trail.clone(), glued: item.glued };
            match &item.kind {
                Kind::Clause(items) => out.push(copy(Kind::Clause(self.list(items, tracer, depth + 1)))),
                Kind::Array(items) => out.push(copy(Kind::Array(self.list(items, tracer, depth + 1)))),
                Kind::Text(text) if self.marked(text) => {
                    let text = self.paste(&copy(Kind::Text(text.clone())), text);
                    out.push(copy(Kind::Text(text)));
                }
                Kind::Label(name) if self.marked(name) => {
                    let name = self.paste(&copy(Kind::Label(name.clone())), name);
                    out.push(copy(Kind::Label(name)));
                }
                Kind::Word(word) if self.marked(word) => self.word(&copy(item.kind.clone()), word, depth, &mut out),
                _ => push(&mut out, copy(item.kind.clone())),
            }
            if out.len() == before && item.word().is_some_and(|word| self.marked(word)) {
                drop_label(&mut out, self.problems);
            }
        }
        out
    }

    fn marked(&self, text: &str) -> bool {
        let mut rest = text;
        while let Some((at, n)) = marker(rest) {
            if n <= self.define.parameters {
                return true;
            }
            rest = &rest[at + 2..];
        }
        false
    }

    /// A word with markers: the stretches between them and the arguments, each glued to the one before.
    fn word(&mut self, draft: &Draft, word: &str, depth: usize, out: &mut Vec<Draft>) {
        let mut glued = draft.glued;
        let mut literal = String::new();
        let mut rest = word;
        while let Some((at, n)) = marker(rest) {
            literal.push_str(&rest[..at]);
            if n > self.define.parameters {
                literal.push_str(&rest[at..at + 2]);
            } else {
                self.literal(draft, &mut literal, &mut glued, out);
                self.argument(n, depth, &mut glued, out);
            }
            rest = &rest[at + 2..];
        }
        literal.push_str(rest);
        self.literal(draft, &mut literal, &mut glued, out);
    }

    fn literal(&self, draft: &Draft, literal: &mut String, glued: &mut bool, out: &mut Vec<Draft>) {
        if !literal.is_empty() {
            let kind = Kind::Word(std::mem::take(literal).into());
            push(out, Draft { kind, glued: *glued, ..draft.clone() });
            *glued = true;
        }
    }

    fn argument(&mut self, n: usize, depth: usize, glued: &mut bool, out: &mut Vec<Draft>) {
        let Some(Some(items)) = self.arguments.get(n - 1) else { return };
        if self.limits.exhausted {
            return;
        }
        let deep = depth + self.depths.get(n - 1).copied().unwrap_or(0);
        if !self.limits.spend(items.iter().map(Draft::size).sum(), Some(self.call.span), self.problems)
            || !self.limits.deep(deep, self.call.span, self.problems)
        {
            return;
        }
        for (i, item) in items.iter().enumerate() {
            let mut item = item.clone();
            item.glued = i == 0 && *glued;
            push(out, item);
        }
        *glued = true;
    }

    /// A string or label name with the text of the arguments in it.
    fn paste(&mut self, draft: &Draft, text: &str) -> Arc<str> {
        let origin = draft.origin();
        let mut out = String::new();
        let mut rest = text;
        while let Some((at, n)) = marker(rest) {
            out.push_str(&rest[..at]);
            if n > self.define.parameters {
                out.push_str(&rest[at..at + 2]);
            } else if let Some(Some(items)) = self.arguments.get(n - 1) {
                let mut pasted = String::new();
                write(items, &mut pasted);
                if !self.limits.paste(pasted.len(), Some(self.call.span), self.problems) {
                    return out.into();
                }
                if pasted.contains('"') {
                    let problem =
                        Diagnostic::error("LUD0106", &origin, format!("a string is pasted into this string by `#{n}`"))
                            .label("its quotes would end this string");
                    self.problems.push(match items.first() {
                        Some(item) => problem.also(item.span, "the argument"),
                        None => problem,
                    });
                } else {
                    out.push_str(&pasted);
                }
            }
            rest = &rest[at + 2..];
        }
        out.push_str(rest);
        out.into()
    }
}
