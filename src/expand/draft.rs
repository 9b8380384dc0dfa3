//! The tree that the rewrites work on: tokens that know where they came from, with labels as tokens of their own.

use crate::diag::{Origin, Trail, Via};
use crate::source::Span;
use std::sync::Arc;

/// One item on its way through the rewrites.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub kind: Kind,
    pub span: Span,
    pub trail: Option<Arc<Trail>>,
    /// Whether no white space stands before it. A string glued to its opening bracket makes a call, two words glued to
    /// each other are one word.
    pub glued: bool,
}

/// What a [`Draft`] is.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Word(Arc<str>),
    /// A string, `\"` read as an apostrophe.
    Text(Arc<str>),
    /// A label, without its colon, that waits for the next item.
    Label(Arc<str>),
    Clause(Vec<Draft>),
    Array(Vec<Draft>),
    /// A tag, without its angle brackets, that no option answers.
    Tag(Arc<str>),
    /// A character the language does not know, or a bracket of an option's value that has its partner elsewhere.
    Foreign(char),
}

impl Draft {
    pub fn word(&self) -> Option<&str> {
        if let Kind::Word(word) = &self.kind { Some(word) } else { None }
    }

    pub fn text(&self) -> Option<&Arc<str>> {
        if let Kind::Text(text) = &self.kind { Some(text) } else { None }
    }

    /// The items of a clause or an array.
    pub fn items(&self) -> Option<&[Draft]> {
        if let Kind::Clause(items) | Kind::Array(items) = &self.kind { Some(items) } else { None }
    }

    /// The first word of a clause.
    pub fn head(&self) -> Option<&str> {
        if let Kind::Clause(items) = &self.kind { items.first()?.word() } else { None }
    }

    /// The quoted head of a clause, where it makes the clause a call.
    pub fn callee(&self) -> Option<&Draft> {
        match &self.kind {
            Kind::Clause(items) => items.first().filter(|first| first.glued && first.text().is_some()),
            _ => None,
        }
    }

    /// Where it came from.
    pub fn origin(&self) -> Origin {
        Origin { span: self.span, trail: self.trail.clone() }
    }

    /// How many items it holds, itself included.
    pub fn size(&self) -> usize {
        1 + self.items().map_or(0, |items| items.iter().map(Draft::size).sum())
    }

    /// How deep its brackets nest.
    pub fn depth(&self) -> usize {
        self.items().map_or(0, |items| 1 + items.iter().map(Draft::depth).max().unwrap_or(0))
    }
}

/// The longest word that words glued to each other make, in bytes. No word of the language comes near; without a bound
/// a long row of tags would be copied over and over.
const MAX_WORD: usize = 1024;

/// Appends an item; a word glued to a word before it becomes a part of that word.
pub(super) fn push(out: &mut Vec<Draft>, next: Draft) {
    if next.glued
        && let Kind::Word(tail) = &next.kind
        && let Some(Draft { kind: Kind::Word(word), .. }) = out.last_mut()
        && word.len() + tail.len() <= MAX_WORD
    {
        *word = format!("{word}{tail}").into();
        return;
    }
    out.push(next);
}

/// Appends what stands in the place of one item, glued to what is before as that was.
pub(super) fn splice(out: &mut Vec<Draft>, items: Vec<Draft>, glued: bool) {
    for (i, mut item) in items.into_iter().enumerate() {
        item.glued = if i == 0 { glued } else { item.glued };
        push(out, item);
    }
}

/// Writes items as text, as they would stand in a file.
pub(super) fn write(items: &[Draft], out: &mut String) {
    for (i, item) in items.iter().enumerate() {
        let after_label = i > 0 && matches!(items[i - 1].kind, Kind::Label(_));
        if i > 0 && !after_label {
            out.push(' ');
        }
        match &item.kind {
            Kind::Word(word) => out.push_str(word),
            Kind::Text(text) => out.push_str(&format!("\"{text}\"")),
            Kind::Label(name) => out.push_str(&format!("{name}:")),
            Kind::Clause(items) => {
                out.push('(');
                write(items, out);
                out.push(')');
            }
            Kind::Array(items) => {
                out.push('{');
                write(items, out);
                out.push('}');
            }
            Kind::Tag(tag) => out.push_str(&format!("<{tag}>")),
            Kind::Foreign(c) => out.push(*c),
        }
    }
}

/// Lengthens trails at their outer end, reusing what it built for the item before.
pub(super) struct Tracer {
    /// The trail of what had none.
    plain: Arc<Trail>,
    last: Option<(Arc<Trail>, Arc<Trail>)>,
}

impl Tracer {
    /// For items that come through `via`, called from a place with a trail of its own.
    pub fn new(via: Via, call: Span, outer: Option<Arc<Trail>>) -> Self {
        Tracer { plain: Arc::new(Trail { via, call, outer }), last: None }
    }

    /// The trail of an item whose trail was `own` before.
    pub fn trail(&mut self, own: Option<&Arc<Trail>>) -> Arc<Trail> {
        let Some(own) = own else { return self.plain.clone() };
        if let Some((before, after)) = &self.last
            && Arc::ptr_eq(before, own)
        {
            return after.clone();
        }
        let after = self.lengthen(own);
        self.last = Some((own.clone(), after.clone()));
        after
    }

    fn lengthen(&self, own: &Trail) -> Arc<Trail> {
        let outer = if let Some(outer) = &own.outer { self.lengthen(outer) } else { self.plain.clone() };
        Arc::new(Trail { via: own.via.clone(), call: own.call, outer: Some(outer) })
    }
}
