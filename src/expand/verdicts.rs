//! What is to be said of the defines when all calls have been carried out.

use super::defines::Table;
use super::draft::{Draft, Kind};
use super::known::KnownDefines;
use super::options::OptionCategory;
use super::problems::Problems;
use crate::diag::{Diagnostic, Origin, Severity};
use crate::source::Span;
use std::collections::HashSet;

/// Tells of defines that count in place of a known one. Ludii 1.3.12 lets the define of the file win without a word, so
/// that it is no mistake; but where known defines call it as well, their meaning changes with it, which is easily
/// missed.
pub(super) fn hidden(table: &Table, known: &KnownDefines, problems: &mut Problems) {
    for define in table.list.iter().filter(|define| !define.known && known.contains(&define.name)) {
        let message = format!("\"{}\" counts in place of the known define of this name", define.name);
        let mut finding =
            Diagnostic::warning("LUD0124", &Origin::direct(define.place), message).label("this one counts");
        if define.in_known {
            finding =
                finding.hint("known defines that this description uses call it as well; another name keeps them apart");
        } else {
            finding.severity = Severity::Note;
        }
        problems.push(finding);
    }
}

/// So many calls with all arguments make one with fewer look like a slip. Leaving arguments out is a habit of the
/// language.
const HABIT: usize = 2;

/// Warns of the one call of a define that gives fewer arguments than all the others.
pub(super) fn outliers(table: &Table, problems: &mut Problems) {
    for define in table.list.iter().filter(|define| !define.known && define.full.len() >= HABIT) {
        let [(call, given)] = define.short.as_slice() else { continue };
        let (name, all) = (&define.name, define.parameters);
        let message = format!("\"{name}\" is given {given} of its {all} arguments, and all of them everywhere else");
        problems.push(
            Diagnostic::warning("LUD0127", call, message)
                .label("arguments missing")
                .also(define.place, "defined here")
                .hint("write `~` for an argument that is left out on purpose"),
        );
    }
}

/// A call that gives fewer arguments than its define has.
#[derive(Debug, Clone)]
pub(crate) struct ShortCall {
    pub span: Span,
    /// How many it gives.
    pub given: usize,
    /// The same in words.
    pub words: String,
}

impl ShortCall {
    /// Whether a marker for an argument that is not given stands in a text, such as that of a clause of the body.
    pub fn is_missed_in(&self, text: &str) -> bool {
        let number =
            |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok());
        text.split('#').skip(1).filter_map(number).any(|number: usize| number > self.given)
    }
}

/// The calls that give fewer arguments than their define has.
pub(super) fn short_calls(table: &Table) -> Vec<ShortCall> {
    let all = table.list.iter();
    let calls = all.flat_map(|define| define.short.iter().map(move |(call, given)| (define, call, *given)));
    let short = calls.map(|(define, call, given)| ShortCall {
        span: call.span,
        given,
        words: format!("this call of \"{}\" gives {given} of its {} arguments", define.name, define.parameters),
    });
    short.collect()
}

/// Ludii 1.3.12 gives up after so many calls of one define.
const MAX_CALLS: usize = 1000;

/// Reports defines that Ludii would not finish with; it refuses such a description.
pub(super) fn too_often(table: &Table, problems: &mut Problems) {
    for define in table.list.iter().filter(|define| define.calls > MAX_CALLS) {
        let message = format!("the define \"{}\" is called {} times", define.name, define.calls);
        problems.push(
            Diagnostic::error("LUD0136", &Origin::direct(define.place), message)
                .label(format!("Ludii gives up after {MAX_CALLS} calls"))
                .hint("write out what it stands for in those defines that are called most often"),
        );
    }
}

/// Warns of defines that nothing calls, whatever items of the options are chosen.
pub(super) fn unused(table: &Table, options: &[OptionCategory], text: &str, problems: &mut Problems) {
    let elsewhere = called_elsewhere(table, options, text);
    let defines = table.list.iter().filter(|define| define.calls == 0 && !define.known);
    for define in defines.filter(|define| !elsewhere.contains(&*define.name)) {
        let message = format!("the define \"{}\" is never used", define.name);
        problems.push(
            Diagnostic::warning("LUD0125", &Origin::direct(define.place), message).label("its body is not checked"),
        );
    }
}

/// The defines that items of the options call which are not chosen, directly or through others.
fn called_elsewhere<'a>(table: &'a Table, options: &[OptionCategory], text: &'a str) -> HashSet<&'a str> {
    let mut names = HashSet::new();
    let items = options.iter().flat_map(|category| {
        category.items.iter().enumerate().filter(|(index, _)| *index != category.chosen).map(|(_, item)| item)
    });
    let values = items.flat_map(|item| &item.values);
    let mut todo: Vec<&str> = values
        .filter_map(|span| text.get(span.start as usize..span.end as usize))
        .flat_map(|value| value.split('"').skip(1).step_by(2))
        .collect();
    while let Some(name) = todo.pop() {
        if let Some(index) = table.find(name)
            && names.insert(name)
        {
            strings(&table.list[index].body, &mut todo);
        }
    }
    names
}

fn strings<'a>(items: &'a [Draft], out: &mut Vec<&'a str>) {
    for item in items {
        match &item.kind {
            Kind::Text(text) => out.push(text),
            Kind::Clause(items) | Kind::Array(items) => strings(items, out),
            _ => {}
        }
    }
}
