//! The expanded tree: what is left when defines, options and ranges are gone.

use crate::diag::Origin;
use std::fmt;
use std::sync::Arc;

/// A label such as `if:`, without its colon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The name before the colon.
    pub name: Arc<str>,
    /// Where it came from.
    pub origin: Origin,
}

/// One item of the expanded tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Its label, if it has one.
    pub label: Option<Label>,
    /// What it is.
    pub kind: TermKind,
    /// Where it came from (the brackets included).
    pub origin: Origin,
}

/// What a [`Term`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TermKind {
    /// A bare word: number, constant, operator.
    Word(Arc<str>),
    /// A string, without its quotes, white space as written.
    Text(Arc<str>),
    /// `(head item*)`.
    Clause(Clause),
    /// `{item*}`.
    Array(Vec<Term>),
}

/// `(head item*)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// The first word. A call of an unknown define keeps its quotes.
    pub head: Arc<str>,
    /// Where the head came from.
    pub head_origin: Origin,
    /// What follows it.
    pub items: Vec<Term>,
}

impl Term {
    /// A term without a label.
    pub(crate) fn new(kind: TermKind, origin: &Origin) -> Term {
        Term { label: None, kind, origin: origin.clone() }
    }

    /// A clause whose head stands where all of it does.
    pub(crate) fn clause(head: &str, items: Vec<Term>, origin: &Origin) -> Term {
        Term::new(TermKind::Clause(Clause::new(head, items, origin)), origin)
    }

    /// The same without its label.
    pub(crate) fn bare(&self) -> Term {
        Term { label: None, ..self.clone() }
    }

    /// Something else in its place, behind its label.
    pub(crate) fn with_kind(&self, kind: TermKind) -> Term {
        Term { kind, label: self.label.clone(), origin: self.origin.clone() }
    }

    /// What stands in its brackets or braces.
    pub fn items(&self) -> &[Term] {
        match &self.kind {
            TermKind::Clause(Clause { items, .. }) | TermKind::Array(items) => items,
            TermKind::Word(_) | TermKind::Text(_) => &[],
        }
    }

    /// Whether something holds for it or for anything within.
    pub(crate) fn any<'a>(&'a self, holds: &mut dyn FnMut(&'a Term) -> bool) -> bool {
        holds(self) || self.items().iter().any(|item| item.any(holds))
    }
}

impl Clause {
    /// A clause whose head stands there.
    pub(crate) fn new(head: &str, items: Vec<Term>, head_origin: &Origin) -> Clause {
        Clause { head: head.into(), head_origin: head_origin.clone(), items }
    }

    /// The same with other arguments.
    pub(crate) fn with(&self, items: Vec<Term>) -> Clause {
        Clause { head: self.head.clone(), head_origin: self.head_origin.clone(), items }
    }

    /// The same with others in the place of so many of its arguments.
    pub(crate) fn spliced<'a>(&'a self, at: usize, taken: usize, new: impl IntoIterator<Item = &'a Term>) -> Clause {
        let (before, behind) = (self.items.iter().take(at), self.items.iter().skip(at + taken));
        self.with(before.chain(new).chain(behind).cloned().collect())
    }

    /// The same under another head.
    pub(crate) fn headed(&self, head: &str) -> Clause {
        Clause { head: head.into(), ..self.clone() }
    }
}

/// White space of the language; a string keeps any other.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\u{0B}' | '\u{0C}' | '\r')
}

/// The words of a string between white space.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

impl fmt::Display for Term {
    /// The canonical form: one space between items, strings in quotes with white space collapsed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(label) = &self.label {
            write!(f, "{}:", label.name)?;
        }
        match &self.kind {
            TermKind::Word(word) => f.write_str(word),
            TermKind::Text(text) => {
                write!(f, "\"{}\"", words(text).collect::<Vec<_>>().join(" "))
            }
            TermKind::Clause(clause) => {
                write!(f, "({}", clause.head)?;
                for item in &clause.items {
                    write!(f, " {item}")?;
                }
                f.write_str(")")
            }
            TermKind::Array(items) => {
                f.write_str("{")?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" ")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str("}")
            }
        }
    }
}
