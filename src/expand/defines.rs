//! The table of defines, and taking them out of the text.

use super::draft::{Draft, Kind};
use super::problems::Problems;
use crate::diag::{Diagnostic, Origin};
use crate::source::Span;
use std::collections::HashMap;
use std::sync::Arc;

/// A define.
pub(super) struct Define {
    pub name: Arc<str>,
    pub body: Arc<[Draft]>,
    /// How many parameters it takes.
    pub parameters: usize,
    /// Whether its filled body can hold defines.
    pub nests: bool,
    /// Where its name stands.
    pub place: Span,
    /// How often it has been called.
    pub calls: usize,
    /// Whether it comes from the library and not from the file.
    pub known: bool,
    /// Whether a define of the library calls this one of the file, in place of its own.
    pub in_known: bool,
    /// The places of calls that give all arguments, a few of them.
    pub full: Vec<Span>,
    /// The calls that give fewer, with how many they give, a few of them.
    pub short: Vec<(Origin, usize)>,
}

/// How many places of calls are kept.
const KEPT: usize = 4;

impl Define {
    /// Keeps in mind a call with so many arguments. The same call may be carried out many times.
    pub fn called(&mut self, origin: &Origin, given: usize) {
        if given >= self.parameters {
            if self.full.len() < KEPT && !self.full.contains(&origin.span) {
                self.full.push(origin.span);
            }
        } else if self.short.len() < KEPT && self.short.iter().all(|(other, _)| other.span != origin.span) {
            self.short.push((origin.clone(), given));
        }
    }
}

/// The defines of a file, and those of the library it has asked for.
#[derive(Default)]
pub(super) struct Table {
    pub list: Vec<Define>,
    names: HashMap<Arc<str>, usize>,
    /// Whether a define was added since this was last cleared.
    pub grown: bool,
}

impl Table {
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// Adds a define unless the name is taken: the first one in the text wins.
    pub fn add(&mut self, name: &Arc<str>, body: Vec<Draft>, place: Span, known: bool) -> Result<usize, Span> {
        // A define of the file comes before a known one, also where that has been called already.
        if let Some(first) = self.find(name).map(|first| &self.list[first]).filter(|first| known || !first.known) {
            return Err(first.place);
        }
        let index = self.list.len();
        self.names.insert(name.clone(), index);
        let (parameters, nests) = (parameters(&body), nests(&body));
        self.list.push(Define {
            name: name.clone(),
            body: body.into(),
            parameters,
            nests,
            place,
            calls: 0,
            known,
            in_known: false,
            full: Vec::new(),
            short: Vec::new(),
        });
        self.grown = true;
        Ok(index)
    }

    /// Takes the defines out of a list of items and everything in it, the bodies of defines excepted. `filled` says
    /// that the list is the filled body of a define.
    pub fn lift(&mut self, items: &mut Vec<Draft>, filled: bool, problems: &mut Problems) {
        if !items.iter().any(defines) {
            return items.iter_mut().for_each(|item| self.lift_within(item, filled, problems));
        }
        for mut item in std::mem::take(items) {
            if defines(&item) {
                self.take(item, filled, problems);
            } else {
                self.lift_within(&mut item, filled, problems);
                items.push(item);
            }
        }
    }

    fn lift_within(&mut self, item: &mut Draft, filled: bool, problems: &mut Problems) {
        if let Kind::Clause(inner) | Kind::Array(inner) = &mut item.kind {
            self.lift(inner, filled, problems);
        }
    }

    fn take(&mut self, define: Draft, filled: bool, problems: &mut Problems) {
        let origin = define.origin();
        let foreign = define.head().filter(|head| *head != "define").map(|head| format!("`{head}` begins no define"));
        let Kind::Clause(mut parts) = define.kind else { return };
        let name = parts.get(1).and_then(|part| part.text().cloned().or_else(|| part.word().map(Into::into)));
        if foreign.is_some() || parts.get(1).and_then(Draft::text).is_none() {
            let hint = format!("write (define \"{}\" …)", name.as_deref().unwrap_or("Name"));
            let message = foreign.unwrap_or_else(|| "a define without a name".into());
            let problem = Diagnostic::error("LUD0101", &origin, message);
            problems.push(problem.label("the word `define` and a name in quotes come first").hint(hint));
        }
        // Calls mean what is defined, quotes or not.
        let Some(name) = name else { return };
        let place = parts[1].span;
        let mut body = parts.split_off(2);
        if filled {
            // The outer define has done its work: calling this one from within it is no recursion.
            forget(&mut body);
        }
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            let at = Origin { span: place, trail: origin.trail.clone() };
            problems.push(
                Diagnostic::warning("LUD0108", &at, format!("the name of the define \"{name}\" begins in lower case"))
                    .label("Ludii warns of it"),
            );
        }
        if let Err(first) = self.add(&name, body, place, false) {
            let at = Origin { span: place, trail: origin.trail };
            problems.push(
                Diagnostic::warning("LUD0107", &at, format!("there is a define \"{name}\" already"))
                    .label("this one is not used")
                    .also(first, "the first one counts"),
            );
        }
    }
}

fn forget(items: &mut [Draft]) {
    for item in items {
        item.trail = None;
        if let Kind::Clause(inner) | Kind::Array(inner) = &mut item.kind {
            forget(inner);
        }
    }
}

/// Whether there can be a define in a filled body: one in the body, or a clause whose head an argument is a part of. An
/// argument itself has none any more.
fn nests(body: &[Draft]) -> bool {
    body.iter().any(|item| {
        item.head().is_some_and(|head| head == "define" || markers(head, 9).next().is_some())
            || item.items().is_some_and(nests)
    })
}

/// The highest n such that `#1` to `#n` all occur in a body.
fn parameters(body: &[Draft]) -> usize {
    let mut seen = [false; 10];
    mark(body, &mut seen);
    (1..10).take_while(|n| seen[*n]).count()
}

fn mark(items: &[Draft], seen: &mut [bool; 10]) {
    for item in items {
        match &item.kind {
            Kind::Word(text) | Kind::Text(text) | Kind::Label(text) => {
                markers(text, 9).for_each(|(_, n)| seen[n] = true);
            }
            Kind::Clause(items) | Kind::Array(items) => mark(items, seen),
            Kind::Tag(_) | Kind::Foreign(_) => {}
        }
    }
}

/// The places and numbers of the markers `#1` … `#9` in a text, of numbers up to `most`.
pub(super) fn markers(text: &str, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let pairs = text.as_bytes().windows(2).enumerate();
    let all = pairs.filter_map(|(at, pair)| match pair {
        [b'#', digit @ b'1'..=b'9'] => Some((at, usize::from(digit - b'0'))),
        _ => None,
    });
    all.filter(move |(_, n)| *n <= most)
}

/// Whether an item is a define, or is one in the words of another language.
fn defines(item: &Draft) -> bool {
    let named = || item.items().and_then(|items| items.get(1)?.text()).is_some();
    item.head() == Some("define")
        || matches!(item.head(), Some("def" | "defun" | "function" | "macro" | "let")) && named()
}
