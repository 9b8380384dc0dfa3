//! Findings as text with the line they are about, and as records for programs.

use crate::diag::{Diagnostic, Severity, Trail, Via};
use crate::source::{Source, Sources, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;

/// The longest line that is shown whole; of a longer one the part around the finding is.
const LONGEST_LINE: usize = 4000;

/// How much of a longer line is shown on either side of the finding.
const AROUND: usize = 60;

/// The most steps of a trail that are told.
const STEPS: usize = 8;

/// A finding with its code, place, source line, labels, trail and hints, as compilers show theirs.
///
/// `color` asks for ANSI escapes. The text ends with a line end.
pub fn finding(sources: &Sources, finding: &Diagnostic, color: bool) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(finding.message.as_str()).id(finding.code));
    if let Some(origin) = &finding.origin {
        group = excerpt(group, sources, origin.span, &finding.label, AnnotationKind::Primary);
    }
    for label in &finding.labels {
        group = excerpt(group, sources, label.span, &label.text, AnnotationKind::Context);
    }
    for step in trail(sources, finding) {
        group = group.element(Level::NOTE.message(step));
    }
    for hint in &finding.hints {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

/// Adds a place and the line it is on. Of a place of several lines the first is shown.
fn excerpt<'a>(group: Group<'a>, sources: &'a Sources, span: Span, label: &'a str, kind: AnnotationKind) -> Group<'a> {
    let Some(source) = sources.get(span.source) else { return group };
    let (number, column) = sources.line_column(span);
    let window = Window::of(source, span);
    let label = (!label.is_empty()).then_some(label);
    let mark = kind.span(window.start..window.end).label(label);
    let snippet = Snippet::source(window.text).line_start(number).fold(false).annotation(mark);
    if window.whole {
        group.element(snippet.path(&*source.name))
    } else {
        // The column cannot be counted in a part of the line.
        group.element(Origin::path(&*source.name).line(number).char_column(column)).element(snippet)
    }
}

/// A line, or the part of it around a place, and where the place lies in it.
struct Window {
    text: String,
    start: usize,
    end: usize,
    /// Whether it is all of the line.
    whole: bool,
}

impl Window {
    fn of(source: &Source, span: Span) -> Self {
        let text = &*source.text;
        let start = floor(text, span.start as usize);
        let end = floor(text, span.end as usize).max(start);
        let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let to = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let end = end.min(to);
        if to - from <= LONGEST_LINE {
            return Window { text: text[from..to].to_owned(), start: start - from, end: end - from, whole: true };
        }
        let left = if start - from > AROUND { floor(text, start - AROUND) } else { from };
        let end = if end - start > AROUND { floor(text, start + AROUND) } else { end };
        let right = if to - end > AROUND { floor(text, end + AROUND) } else { to };
        let mark = if left > from { "…" } else { "" };
        let tail = if right < to { "…" } else { "" };
        let shift = |at: usize| at - left + mark.len();
        Window {
            text: format!("{mark}{}{tail}", &text[left..right]),
            start: shift(start),
            end: shift(end),
            whole: false,
        }
    }
}

/// The last boundary of characters up to `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The trail of a finding in words, innermost step first.
fn trail(sources: &Sources, finding: &Diagnostic) -> Vec<String> {
    let mut trail = finding.origin.iter().flat_map(|origin| origin.steps());
    let told = |step: &Trail| {
        let place = sources.place(step.call);
        match &step.via {
            Via::Define(name) => format!("in define `{name}`, called at {place}"),
            Via::Option { heading, item } => format!("in the value of option `{heading}/{item}`, used at {place}"),
            Via::Range => format!("in the range at {place}"),
        }
    };
    let mut steps: Vec<String> = trail.by_ref().take(STEPS).map(told).collect();
    let more = trail.count();
    if more > 0 {
        steps.push(format!("and {more} more steps"));
    }
    steps
}

/// A finding as programs read it. Lines and columns count from 1, columns in characters; the end is exclusive. A
/// finding without a place has neither file nor numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FindingRecord {
    /// The file, as it was named.
    pub file: Option<String>,
    /// Line of the first character.
    pub line: Option<usize>,
    /// Column of the first character.
    pub column: Option<usize>,
    /// Line of the end.
    pub end_line: Option<usize>,
    /// Column of the end.
    pub end_column: Option<usize>,
    /// The stable code, such as `LUD0102`.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do next; `None` where that is not known. Several hints are separated by line ends.
    pub hint: Option<String>,
    /// The defines and options the text came through, innermost first.
    pub trail: Vec<String>,
}

impl FindingRecord {
    /// The record of a finding.
    pub fn new(sources: &Sources, finding: &Diagnostic) -> Self {
        let span = finding.origin.as_ref().map(|origin| origin.span);
        let start = span.map(|span| sources.line_column(span));
        let end = span.map(|span| sources.line_column(Span { start: span.end, ..span }));
        FindingRecord {
            file: span.map(|span| sources.name(span.source).to_owned()),
            line: start.map(|(line, _)| line),
            column: start.map(|(_, column)| column),
            end_line: end.map(|(line, _)| line),
            end_column: end.map(|(_, column)| column),
            code: finding.code,
            severity: match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            message: finding.message.clone(),
            hint: (!finding.hints.is_empty()).then(|| finding.hints.join("\n")),
            trail: trail(sources, finding),
        }
    }

    /// The message, and on lines of their own the trail and the hints.
    pub(super) fn text(&self) -> String {
        let more = self.trail.iter().map(String::as_str).chain(self.hint.as_deref());
        std::iter::once(&*self.message).chain(more).collect::<Vec<_>>().join("\n")
    }
}
