//! The body of a define with the arguments of a call in the places of its markers.

use super::defines::{Define, markers};
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
            let origin = Origin { span: item.span, trail: trail.clone() };
            let copy = |kind| Draft { kind, span: item.span, trail: trail.clone(), glued: item.glued };
            match &item.kind {
                Kind::Clause(items) => out.push(copy(Kind::Clause(self.list(items, tracer, depth + 1)))),
                Kind::Array(items) => out.push(copy(Kind::Array(self.list(items, tracer, depth + 1)))),
                Kind::Text(text) if self.marked(text) => out.push(copy(Kind::Text(self.paste(&origin, text)))),
                Kind::Label(name) if self.marked(name) => out.push(copy(Kind::Label(self.paste(&origin, name)))),
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
        markers(text, self.define.parameters).next().is_some()
    }

    /// A word with markers: the stretches between them and the arguments, each glued to the one before.
    fn word(&mut self, draft: &Draft, word: &str, depth: usize, out: &mut Vec<Draft>) {
        let mut glued = draft.glued;
        let mut done = 0;
        for (at, n) in markers(word, self.define.parameters) {
            literal(draft, &word[done..at], &mut glued, out);
            self.argument(n, depth, &mut glued, out);
            done = at + 2;
        }
        literal(draft, &word[done..], &mut glued, out);
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
    fn paste(&mut self, origin: &Origin, text: &str) -> Arc<str> {
        let mut out = String::new();
        let mut done = 0;
        for (at, n) in markers(text, self.define.parameters) {
            out.push_str(&text[done..at]);
            done = at + 2;
            if let Some(Some(items)) = self.arguments.get(n - 1) {
                let mut pasted = String::new();
                write(items, &mut pasted);
                if !self.limits.paste(pasted.len(), Some(self.call.span), self.problems) {
                    return out.into();
                }
                if pasted.contains('"') {
                    let problem =
                        Diagnostic::error("LUD0106", origin, format!("a string is pasted into this string by `#{n}`"))
                            .label("its quotes would end this string");
                    self.problems.push(match items.first() {
                        Some(item) => problem.also(item.span, "the argument"),
                        None => problem,
                    });
                } else {
                    out.push_str(&pasted);
                }
            }
        }
        out.push_str(&text[done..]);
        out.into()
    }
}

/// Appends a stretch of a word between markers.
fn literal(draft: &Draft, text: &str, glued: &mut bool, out: &mut Vec<Draft>) {
    if !text.is_empty() {
        push(out, Draft { kind: Kind::Word(text.into()), glued: *glued, ..draft.clone() });
        *glued = true;
    }
}
