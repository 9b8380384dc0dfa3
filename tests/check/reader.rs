//! A reader of fully expanded text: brackets, braces, words, strings and labels, nothing else.

use ludemic::diag::Origin;
use ludemic::expand::tree::{Clause, Label, Term, TermKind};
use ludemic::source::{SourceId, Span};

/// Reads every top-level term of a text; `None` when its brackets do not match.
pub fn read(text: &str, source: SourceId) -> Option<Vec<Term>> {
    let mut reader = Reader { text, at: 0, source };
    let terms = reader.items(None)?;
    (reader.at == text.len()).then_some(terms)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    source: SourceId,
}

impl Reader<'_> {
    fn origin(&self, start: usize) -> Origin {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Origin::direct(Span { source: self.source, start: place(start), end: place(self.at) })
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blank(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            let skip = if trimmed.starts_with("//") { trimmed.find('\n').unwrap_or(trimmed.len()) } else { 0 };
            let step = rest.len() - trimmed.len() + skip;
            self.at += step;
            if skip == 0 {
                return;
            }
        }
    }

    fn items(&mut self, close: Option<char>) -> Option<Vec<Term>> {
        let mut out: Vec<Term> = Vec::new();
        let mut label: Option<Label> = None;
        loop {
            self.blank();
            let start = self.at;
            let Some(first) = self.rest().chars().next() else { return close.is_none().then_some(out) };
            if Some(first) == close {
                self.at += 1;
                return Some(out);
            }
            self.at += first.len_utf8();
            let kind = match first {
                '(' => {
                    let items = self.items(Some(')'))?;
                    let mut items = items.into_iter();
                    let Some(head) = items.next() else { continue };
                    let word = match head.kind {
                        TermKind::Word(word) => word,
                        TermKind::Text(name) => format!("\"{name}\"").into(),
                        _ => return None,
                    };
                    TermKind::Clause(Clause { head: word, head_origin: head.origin, items: items.collect() })
                }
                '{' => TermKind::Array(self.items(Some('}'))?),
                ')' | '}' => return None,
                '"' => {
                    let length = self.rest().find('"')?;
                    self.at += length + 1;
                    TermKind::Text(self.text[start + 1..self.at - 1].into())
                }
                _ => {
                    let end = |c: char| c.is_whitespace() || "(){}\"".contains(c);
                    let end = |c: char| end(c) || (c == ':' && first != '<');
                    self.at += self.rest().find(end).unwrap_or(self.rest().len());
                    let word = &self.text[start..self.at];
                    let is_name = word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
                    if self.rest().starts_with(':') && is_name {
                        let name = word.into();
                        self.at += 1;
                        label = Some(Label { name, origin: self.origin(start) });
                        continue;
                    }
                    TermKind::Word(word.into())
                }
            };
            out.push(Term { label: label.take(), kind, origin: self.origin(start) });
        }
    }
}
