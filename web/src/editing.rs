//! What the editor asks about a place of a text: meanings, what may be written, how to mend a mistake, definitions.

use crate::request::Description;
use ludemic::KnownDefines;
use ludemic::ide::{CompletionKind, Document, Edit};
use serde_json::{Value, json};
use std::ops::Range;

/// The most completions that are told.
const MOST: usize = 400;

/// The text that was asked about last, read.
pub(crate) struct Reading {
    description: Description,
    document: Document,
}

impl Reading {
    /// The same reading where it is of this description, otherwise a new one.
    pub fn of(kept: Option<Reading>, description: &Description) -> Reading {
        kept.filter(|reading| reading.description == *description).unwrap_or_else(|| {
            let known = KnownDefines::standard();
            let document = Document::new("text", &description.text, &description.options, &known);
            Reading { description: description.clone(), document }
        })
    }

    fn units(&self, range: &Range<usize>) -> [usize; 2] {
        let (lines, text) = (self.document.lines(), self.document.text());
        [lines.units_before(text, range.start), lines.units_before(text, range.end)]
    }

    fn byte(&self, units: usize) -> usize {
        self.document.lines().byte_at(self.document.text(), units)
    }

    /// The meaning of what stands at a place, as Markdown.
    pub fn hover(&self, at: usize) -> Value {
        let hover = self.document.hover(self.byte(at));
        json!(hover.map(|hover| json!({ "place": self.units(&hover.range), "text": hover.text })))
    }

    /// Where the name at a place is defined.
    pub fn definition(&self, at: usize) -> Value {
        json!(self.document.definition(self.byte(at)).map(|mention| self.units(&mention.range)))
    }

    /// The places where the name at a place is written, the one it stands at among them.
    pub fn references(&self, at: usize) -> Value {
        let all = self.document.references(self.byte(at)).into_iter();
        json!(all.map(|mention| self.units(&mention.range)).collect::<Vec<_>>())
    }

    /// The edits that give the name at a place another one.
    pub fn rename(&self, at: usize, name: &str) -> Result<Value, String> {
        let edits = self.document.rename(self.byte(at), name)?;
        Ok(self.edits(&edits))
    }

    /// What stands nowhere in the text and is worth seeing beside it.
    pub fn inlays(&self) -> Value {
        let inlays = self.document.inlays(0..self.document.text().len()).into_iter();
        let told = inlays.map(|inlay| {
            let at = self.document.lines().units_before(self.document.text(), inlay.offset);
            json!({ "at": at, "text": inlay.text, "argument": inlay.argument })
        });
        json!(told.collect::<Vec<_>>())
    }

    fn edits(&self, edits: &[Edit]) -> Value {
        let edits = edits.iter().map(|edit| json!({ "place": self.units(&edit.range), "text": edit.text }));
        json!(edits.collect::<Vec<_>>())
    }

    /// What may be written at a place.
    pub fn complete(&self, at: usize) -> Value {
        let items = self.document.complete(self.byte(at)).into_iter().take(MOST).map(|item| {
            json!({
                "kind": match item.kind {
                    CompletionKind::Keyword => "keyword",
                    CompletionKind::Constant => "constant",
                    CompletionKind::Label => "property",
                    CompletionKind::Tag => "variable",
                    CompletionKind::Name => "text",
                    CompletionKind::Ludeme => "function",
                    CompletionKind::Define => "class",
                },
                "label": item.label,
                "detail": item.detail,
                "text": item.text,
                "place": self.units(&item.range),
                "snippet": item.snippet,
            })
        });
        json!(items.collect::<Vec<_>>())
    }

    /// Edits that mend what is found wrong at a place.
    pub fn fixes(&self, at: usize) -> Value {
        let at = self.byte(at);
        let fixes = self.document.fixes(at..at).into_iter();
        let fixes = fixes.map(|fix| json!({ "title": fix.title, "edits": self.edits(&fix.edits) }));
        json!(fixes.collect::<Vec<_>>())
    }
}
