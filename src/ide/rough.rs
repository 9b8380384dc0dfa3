//! The expanded tree of a text whatever is wrong with it, brackets and quotes put right for the purpose.

use super::mend::Mended;
use super::{Document, Edit, MAIN};
use crate::diag::Origin;
use crate::expand::tree::Term;
use crate::expand::{Expanded, expand};
use crate::source::{Sources, Span};
use std::ops::Range;

/// How many terms of an expanded tree are looked at.
const MAX_TERMS: usize = 400_000;

/// An expanded tree, and the way from its places to those of the text.
#[derive(Debug)]
pub(super) struct Rough {
    pub expanded: Expanded,
    mended: Option<Mended>,
}

impl Rough {
    /// The expanded tree of a document.
    pub fn of(document: &Document) -> Option<Rough> {
        if let Some(checked) = &document.checked {
            return Some(Rough { expanded: checked.expanded().clone(), mended: None });
        }
        Rough::with(document, Vec::new(), &document.selections)
    }

    /// The same of the text with changes made to it and other selections.
    pub fn with(document: &Document, mut changes: Vec<Edit>, selections: &[String]) -> Option<Rough> {
        // A repair within a change is void, and one before it comes first.
        changes.extend(document.tree.repairs.iter().cloned());
        let mended = Mended::new(&document.text, changes);
        let mut sources = Sources::new();
        let id = sources.add(&*document.name, &mended.text);
        let expanded = expand(&mut sources, id, selections, &document.known).0?;
        Some(Rough { expanded, mended: Some(mended) })
    }

    /// The place of a span in the text of the document.
    pub fn back(&self, span: Span) -> Option<Range<usize>> {
        if span.source != MAIN {
            return None;
        }
        let (start, end) = (span.start as usize, span.end as usize);
        Some(match &self.mended {
            None => start..end,
            Some(mended) => mended.back(start)..mended.back(end),
        })
    }

    /// The place where something was written.
    pub fn place(&self, origin: &Origin) -> Option<Range<usize>> {
        self.back(origin.span)
    }

    /// The game and its metadata, each with its kind.
    pub fn roots(&self) -> impl Iterator<Item = (&Term, &'static str)> {
        let metadata = self.expanded.metadata.iter().map(|term| (term, "metadata"));
        std::iter::once((&self.expanded.game, "game")).chain(metadata)
    }

    /// Visits the terms of the game, the outer ones first, each with the way to it.
    pub fn visit<'a>(root: &'a Term, see: &mut dyn FnMut(&'a Term, &[usize])) {
        see(root, &[]);
        let mut open = vec![root.items().iter()];
        // One number for each of the open brackets.
        let mut path = vec![0];
        let mut left = MAX_TERMS;
        while let Some(items) = open.last_mut() {
            let Some(term) = items.next() else {
                open.pop();
                path.pop();
                if let Some(at) = path.last_mut() {
                    *at += 1;
                }
                continue;
            };
            left -= 1;
            if left == 0 {
                return;
            }
            see(term, &path);
            open.push(term.items().iter());
            path.push(0);
        }
    }
}
