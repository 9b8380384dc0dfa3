//! The place where something is being written.

use super::Document;
use super::tree::{Id, Kind};
use std::ops::Range;

/// What is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    /// The head of a clause.
    Head,
    /// An argument or keyword.
    Item,
    /// Within quotes; whether the string is the head of a call.
    Text(bool),
    /// Behind `<`.
    Tag,
}

/// The place where something is being written.
pub(super) struct Cursor {
    pub writing: Writing,
    /// What is replaced.
    pub range: Range<usize>,
    /// The innermost bracket around it.
    pub bracket: Option<Id>,
}

impl Document {
    /// What is being written at a place; `None` in a comment.
    pub(super) fn cursor(&self, offset: usize) -> Option<Cursor> {
        let tree = &self.tree;
        let offset = (0..=offset.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at))?;
        let bracket = tree.bracket(offset);
        let at = tree.at(offset).filter(|id| !matches!(tree.get(*id).kind, Kind::Clause | Kind::Array));
        let line = self.text.get(..offset)?.rsplit('\n').next()?;
        // A `<` without its `>` is a word of its own to the tree.
        if let Some(from) = line.rfind('<') {
            let typed = line.get(from + 1..)?;
            let word = typed.chars().all(|c| c.is_ascii_alphanumeric() || "_-:".contains(c));
            let comparison = line.get(..from)?.ends_with('(') || line.get(..from)?.ends_with('<');
            if word && !comparison {
                let start = offset - typed.len() - 1;
                let rest = self.text.get(offset..)?;
                let more = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_-:".contains(c))).unwrap_or(rest.len());
                let closed = rest.get(more..)?.starts_with('>');
                let end = if closed { offset + more + 1 } else { offset };
                return Some(Cursor { writing: Writing::Tag, range: start..end, bracket });
            }
        }
        let Some(id) = at else {
            return Some(Cursor { writing: Writing::Item, range: offset..offset, bracket }.or_head(self));
        };
        let node = tree.get(id);
        match node.kind {
            Kind::Comment if node.start < offset => None,
            Kind::Text if node.start < offset && (offset < node.end || !node.closed) => {
                let call = bracket.is_some_and(|clause| tree.callee(clause) == Some(id));
                let end = node.start + 1 + tree.content(id).len();
                Some(Cursor { writing: Writing::Text(call), range: node.start + 1..end, bracket })
            }
            Kind::Word | Kind::Label | Kind::Tag => {
                let id = if node.kind == Kind::Tag { node.parent.unwrap_or(id) } else { id };
                let node = tree.get(id);
                // Behind the colon of a label something new begins.
                if node.kind == Kind::Label && offset == node.end {
                    return Some(Cursor { writing: Writing::Item, range: offset..offset, bracket });
                }
                let range = node.start..node.end;
                Some(Cursor { writing: Writing::Item, range, bracket }.or_head(self))
            }
            _ => Some(Cursor { writing: Writing::Item, range: offset..offset, bracket }.or_head(self)),
        }
    }
}

impl Cursor {
    /// A word that comes first in a clause is its head.
    fn or_head(mut self, document: &Document) -> Cursor {
        let tree = &document.tree;
        if let Some(clause) = self.bracket.filter(|id| tree.get(*id).kind == Kind::Clause) {
            let first = tree.item(clause, 0).map_or(usize::MAX, |first| tree.get(first).start);
            if self.range.start <= first {
                self.writing = Writing::Head;
            }
        }
        self
    }
}
