//! Texts by number, so that a place in a text is small and can be copied.

use std::borrow::Cow;
use std::sync::Arc;

/// Which text of a [`Sources`] store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A range of bytes in one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Whether another span lies within this one.
    pub fn contains(&self, other: &Span) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that holds both; both must lie in the same text, otherwise `self` is returned.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A text and its name.
#[derive(Debug, Clone)]
pub struct Source {
    /// The name shown to people: a path, `<stdin>`, `<defines>/…`.
    pub name: Arc<str>,
    /// The whole text, line ends as LF.
    pub text: Arc<str>,
}

/// A text with LF for CRLF and CR.
pub fn with_lf(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}

/// A text with one space for every stretch of white space, none before and behind it.
pub fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All the texts a description is made of: the file itself and the known defines it uses.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text; CRLF and CR become LF.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: &str) -> SourceId {
        let id = SourceId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        self.list.push(Source { name: name.into(), text: with_lf(text).into() });
        id
    }

    /// The text of this number, if there is one.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.list.get(id.0 as usize)
    }

    /// The name of the text of this number; empty where there is none.
    pub fn name(&self, id: SourceId) -> &str {
        self.get(id).map_or("", |source| &source.name)
    }

    /// Where a span starts, in words: `file:line:column`.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_column(span);
        format!("{}:{line}:{column}", self.name(span.source))
    }

    /// The bytes of a span; empty when the span lies outside its text.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).and_then(|s| s.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// One-based line and column (in characters) of the start of a span.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let Some(source) = self.get(span.source) else { return (1, 1) };
        let before = source.text.get(..span.start as usize).unwrap_or(&source.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}
