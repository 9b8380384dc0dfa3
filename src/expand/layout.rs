//! Terms on several lines, for people.

use super::tree::{Term, TermKind, words};
use std::fmt::Write;

/// How wide a line may become.
const WIDTH: usize = 100;
const INDENT: usize = 4;

/// A term as text of at most 100 columns where its words allow, nested parts indented by four spaces.
pub fn layout(term: &Term) -> String {
    let mut out = String::new();
    place(term, 0, &mut out);
    out.push('\n');
    out
}

fn place(term: &Term, indent: usize, out: &mut String) {
    if width(term, WIDTH.saturating_sub(indent)).is_some() {
        let _ = write!(out, "{term}");
        return;
    }
    if let Some(label) = &term.label {
        let _ = write!(out, "{}:", label.name);
    }
    match &term.kind {
        TermKind::Clause(clause) => {
            let _ = write!(out, "({}", clause.head);
            let mut column = indent + 1 + clause.head.chars().count();
            let mut items = clause.items.iter().peekable();
            // Words and names in front stay on the line of the head.
            while let Some(item) = items.next_if(|item| matches!(item.kind, TermKind::Word(_) | TermKind::Text(_))) {
                let Some(wide) = width(item, WIDTH.saturating_sub(column + 1)) else {
                    line(item, indent, out);
                    break;
                };
                let _ = write!(out, " {item}");
                column += wide + 1;
            }
            items.for_each(|item| line(item, indent, out));
            close(')', indent, out);
        }
        TermKind::Array(items) => {
            out.push('{');
            items.iter().for_each(|item| line(item, indent, out));
            close('}', indent, out);
        }
        TermKind::Word(_) | TermKind::Text(_) => {
            let _ = write!(out, "{}", term.bare());
        }
    }
}

fn line(item: &Term, indent: usize, out: &mut String) {
    let indent = indent + INDENT;
    let _ = write!(out, "\n{:indent$}", "");
    place(item, indent, out);
}

fn close(bracket: char, indent: usize, out: &mut String) {
    let _ = write!(out, "\n{:indent$}{bracket}", "");
}

/// The width of a term on one line, if it is at most `room`.
fn width(term: &Term, room: usize) -> Option<usize> {
    let mut left = room;
    take(term, &mut left).then(|| room - left)
}

fn take(term: &Term, left: &mut usize) -> bool {
    let mut spend = |n: usize| {
        let fits = n <= *left;
        *left = left.saturating_sub(n);
        fits
    };
    if let Some(label) = &term.label
        && !spend(label.name.chars().count() + 1)
    {
        return false;
    }
    match &term.kind {
        TermKind::Word(word) => spend(word.chars().count()),
        TermKind::Text(text) => spend(words(text).map(|word| word.chars().count() + 1).sum::<usize>() + 1),
        TermKind::Clause(clause) => {
            spend(clause.head.chars().count() + 2 + clause.items.len())
                && clause.items.iter().all(|item| take(item, left))
        }
        TermKind::Array(items) => spend(2 + items.len().saturating_sub(1)) && items.iter().all(|item| take(item, left)),
    }
}
