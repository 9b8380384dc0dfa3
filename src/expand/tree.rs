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
