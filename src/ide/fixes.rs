//! Edits that mend what a finding is about, made from its hints and tried before they are offered.

use super::{Document, Edit};
use crate::diag::Diagnostic;
use std::ops::Range;

/// How many findings at a place, and edits for each, are tried.
const MAX_TRIED: usize = 8;

/// An edit that mends a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in words.
    pub title: String,
    /// The number of the finding among [`Document::findings`].
    pub finding: usize,
    /// The changes.
    pub edits: Vec<Edit>,
    /// Whether it is the only one there is for its finding.
    pub only: bool,
}

impl Document {
    /// Edits that mend the findings which touch a range of the text. Each was tried: its finding is gone with it, and
    /// there are no more errors than before.
    pub fn fixes(&self, range: Range<usize>) -> Vec<Fix> {
        let mut fixes = Vec::new();
        let touching = self.findings.iter().enumerate().filter(|(_, finding)| {
            let place = finding.origin.as_ref().map(|origin| self.place(origin));
            place.is_some_and(|place| place.start <= range.end && range.start <= place.end)
        });
        for (index, finding) in touching.take(MAX_TRIED) {
            let edits = self.suggested(finding).into_iter().take(MAX_TRIED);
            let tried: Vec<(String, Edit)> = edits.filter(|(_, edit)| self.mends(finding, edit)).collect();
            let only = tried.len() == 1;
            fixes.extend(tried.into_iter().map(|(title, edit)| Fix { title, finding: index, edits: vec![edit], only }));
        }
        fixes
    }

    /// The edits that the hints of a finding speak of.
    fn suggested(&self, finding: &Diagnostic) -> Vec<(String, Edit)> {
        let Some(place) = finding.origin.as_ref().and_then(|origin| self.range(origin.span)) else { return Vec::new() };
        let written = self.text.get(place.clone()).unwrap_or_default();
        let quoted = written.starts_with('"');
        let mut edits = Vec::new();
        for hint in &finding.hints {
            let words = marked(hint);
            let replace = hint.starts_with("did you mean")
                || hint.starts_with("a define \"") && hint.ends_with("exists")
                || hint.starts_with("the nearest tag")
                || hint.starts_with("a define is called by its name in quotes")
                || finding.code == "LUD0220" && hint.starts_with("write ");
            if replace {
                for (word, in_quotes) in words {
                    let text =
                        if quoted && (in_quotes || !word.starts_with('"')) { format!("\"{word}\"") } else { word };
                    let range = place.clone();
                    edits.push((format!("Replace by {text}"), Edit { range, text }));
                }
            } else if hint.ends_with("before it") {
                for (word, _) in words.into_iter().filter(|(word, _)| word.ends_with(':')) {
                    edits.push((format!("Put {word} before it"), Edit { range: place.start..place.start, text: word }));
                }
            } else if finding.code == "LUD0212" && hint.starts_with("write ") {
                for (word, _) in words.into_iter().filter(|(word, _)| word.ends_with(':')) {
                    edits.push((format!("Replace by {word}"), Edit { range: place.clone(), text: word }));
                }
            } else if hint.starts_with("put it in braces") {
                // A label before the braces stays where it is.
                let braces = |word: &str| word.bytes().skip_while(|b| *b != b'{').take_while(|b| *b == b'{').count();
                let depth = words.first().map_or(1, |(word, _)| braces(word));
                let text = format!("{}{written}{}", "{".repeat(depth), "}".repeat(depth));
                edits.push(("Put it in braces".to_owned(), Edit { range: place.clone(), text }));
            } else if hint.starts_with("leave ") && hint.ends_with(" out") {
                let rest = self.text.get(place.end..).unwrap_or_default();
                let end = place.end + (rest.len() - rest.trim_start().len());
                edits.push((format!("Leave {written} out"), Edit { range: place.start..end, text: String::new() }));
            }
        }
        if finding.code == "LUD0125" {
            edits.extend(self.unused(place));
        }
        edits
    }

    /// Taking a define out that nothing calls.
    fn unused(&self, name: Range<usize>) -> Option<(String, Edit)> {
        let whole = self.definition(name.start + 1)?.definition.clone()?;
        let rest = self.text.get(whole.end..)?;
        let end = if rest.starts_with('\n') { whole.end + 1 } else { whole.end };
        Some(("Remove this define".to_owned(), Edit { range: whole.start..end, text: String::new() }))
    }

    /// Whether an edit does away with a finding and brings no further errors.
    fn mends(&self, finding: &Diagnostic, edit: &Edit) -> bool {
        let (Some(before), Some(after)) = (self.text.get(..edit.range.start), self.text.get(edit.range.end..)) else {
            return false;
        };
        let text = format!("{before}{}{after}", edit.text);
        let mended = Document::new(&self.name, &text, &self.selections, &self.known);
        let same = |other: &&Diagnostic| other.code == finding.code && other.message == finding.message;
        let count = |document: &Document| document.findings.iter().filter(same).count();
        let errors = |document: &Document| document.findings.iter().filter(|finding| finding.is_error()).count();
        // An error that hid others may bring them to light; what it was about itself must be right.
        let clean = mended.findings.iter().filter(|finding| finding.is_error()).all(|finding| {
            let place = finding.origin.as_ref().map_or(0..0, |origin| mended.place(origin));
            place.start > edit.range.start + edit.text.len()
                || place.end < edit.range.start
                || place.len() > 4 * (edit.text.len() + 8)
        });
        count(&mended) < count(self) && (errors(&mended) < errors(self) || clean)
    }
}

/// The words of a hint that stand in backquotes, or in quotes, which is told.
fn marked(hint: &str) -> Vec<(String, bool)> {
    let mut words = Vec::new();
    let mut rest = hint;
    while let Some(at) = rest.find(['`', '"']) {
        let quote = if rest[at..].starts_with('`') { '`' } else { '"' };
        let behind = &rest[at + 1..];
        let Some(end) = behind.find(quote) else { break };
        words.push((behind[..end].to_owned(), quote == '"'));
        rest = &behind[end + 1..];
    }
    words
}
