//! Diagnostics as data: what is wrong, where, and what to do next.
//!
//! Every stage returns [`Diagnostic`]s; none formats text. Rendering belongs to the command line.

use crate::source::Span;
use std::sync::Arc;

/// How serious a [`Diagnostic`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Good to know; nothing is wrong.
    Note,
    /// Accepted by Ludii, but surely or probably a mistake.
    Warning,
    /// The description cannot be used.
    Error,
}

/// One step of the trail of a piece of text: the define or option it came through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Via {
    /// From the body of the define of this name.
    Define(Arc<str>),
    /// From the value that the item of this heading gives to a tag.
    Option {
        /// The heading of the option category.
        heading: Arc<str>,
        /// The item selected in it.
        item: Arc<str>,
    },
    /// From a range such as `1..5`.
    Range,
}

/// The trail of a token: which define or option brought it, called from where, outwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trail {
    /// What the text came through.
    pub via: Via,
    /// The place of the call or tag that was replaced.
    pub call: Span,
    /// The trail of the call itself.
    pub outer: Option<Arc<Trail>>,
}

/// Where a piece of the expanded text was written, and how it got to its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The text as the user wrote it.
    pub span: Span,
    /// The defines and options it came through, innermost first; `None` when it stands where it was written.
    pub trail: Option<Arc<Trail>>,
}

impl Origin {
    /// The origin of text that stands where it was written.
    pub fn direct(span: Span) -> Self {
        Origin { span, trail: None }
    }

    /// The steps of its trail, innermost first.
    pub fn steps(&self) -> impl Iterator<Item = &Trail> {
        std::iter::successors(self.trail.as_deref(), |step| step.outer.as_deref())
    }

    /// Where it was written, then the places of the calls and tags that it came through, outwards.
    pub fn places(&self) -> impl Iterator<Item = Span> {
        std::iter::once(self.span).chain(self.steps().map(|step| step.call))
    }
}

/// A further place that matters for a [`Diagnostic`], with its own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What there is to see.
    pub text: String,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code, such as `LUD0102`.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong, in one line, without the place.
    pub message: String,
    /// Where; `None` when the finding is about no place in a text.
    pub origin: Option<Origin>,
    /// A few words shown under the place; may be empty.
    pub label: String,
    /// Further places.
    pub labels: Vec<Label>,
    /// What to do next, wherever it is known.
    pub hints: Vec<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, origin: &Origin, message: impl Into<String>) -> Self {
        Diagnostic { origin: Some(origin.clone()), ..Diagnostic::placeless(code, message) }
    }

    /// An error that has no place in any text.
    pub fn placeless(code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            origin: None,
            label: String::new(),
            labels: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, origin: &Origin, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, origin, message) }
    }

    /// Sets the words under the place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a next step.
    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Self {
        self.hints.push(text.into());
        self
    }

    /// Adds a next step, where there is one.
    #[must_use]
    pub(crate) fn hint_if(self, text: Option<String>) -> Self {
        text.into_iter().fold(self, Diagnostic::hint)
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
