//! Findings, places and edits in the words of the protocol.

use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Range, TextEdit, Uri,
};
use ludemic::diag::{Diagnostic, Severity, Via};
use ludemic::ide::{Document, Edit, Position};
use std::ops;

/// How many further places of a finding are told.
const MAX_RELATED: usize = 12;

pub fn position(document: &Document, offset: usize) -> lsp_types::Position {
    let Position { line, column } = document.lines().position(document.text(), offset);
    lsp_types::Position { line, character: column }
}

pub fn range(document: &Document, range: &ops::Range<usize>) -> Range {
    Range { start: position(document, range.start), end: position(document, range.end) }
}

pub fn offset(document: &Document, at: lsp_types::Position) -> usize {
    document.lines().offset(document.text(), Position { line: at.line, column: at.character })
}

pub fn bytes(document: &Document, range: Range) -> ops::Range<usize> {
    let (start, end) = (offset(document, range.start), offset(document, range.end));
    start.min(end)..end.max(start)
}

pub fn edit(document: &Document, edit: &Edit) -> TextEdit {
    TextEdit { range: range(document, &edit.range), new_text: edit.text.clone() }
}

/// A finding; its trail and further places are related information.
pub fn diagnostic(document: &Document, uri: &Uri, finding: &Diagnostic) -> lsp_types::Diagnostic {
    let place = finding.origin.as_ref().map_or(0..0, |origin| document.place(origin));
    let mut message = finding.message.clone();
    if !finding.label.is_empty() {
        message.push_str(": ");
        message.push_str(&finding.label);
    }
    for hint in &finding.hints {
        message.push_str("\nhelp: ");
        message.push_str(hint);
    }
    let related = related(document, uri, finding);
    lsp_types::Diagnostic {
        range: range(document, &place),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(finding.code.to_owned())),
        code_description: None,
        source: Some("ludemic".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: (finding.code == "LUD0125").then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: None,
    }
}

fn related(document: &Document, uri: &Uri, finding: &Diagnostic) -> Vec<DiagnosticRelatedInformation> {
    let at = |place: ops::Range<usize>, message: String| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: range(document, &place) },
        message,
    };
    let labels = finding.labels.iter().filter_map(|label| Some(at(document.range(label.span)?, label.text.clone())));
    let steps = finding.origin.iter().flat_map(|origin| origin.steps()).filter_map(|step| {
        let words = match &step.via {
            Via::Define(name) => format!("in the define \"{name}\", called here"),
            Via::Option { heading, item } => format!("in the value of the option \"{heading}/{item}\", used here"),
            Via::Range => "in the range here".to_owned(),
        };
        Some(at(document.range(step.call)?, words))
    });
    labels.chain(steps).take(MAX_RELATED).collect()
}
