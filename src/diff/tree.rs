//! Descriptions as plain trees, the common form in which two of them are compared.

use crate::check::typed::{Arg, Ludeme, Value};
use crate::diag::Origin;
use crate::expand::tree::{Term, TermKind};
use crate::schema::Schema;
use crate::source::{Sources, on_one_line};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What a [`Node`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// A ludeme; its name is head and keyword.
    Ludeme,
    /// `{…}`.
    Array,
    /// A number, word or string, as it is written.
    Leaf,
}

/// A part of a description.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// The label it carries in its place, without the colon.
    pub label: Option<String>,
    pub kind: Kind,
    /// Head and keyword of a ludeme, text of a leaf.
    pub name: String,
    pub children: Vec<usize>,
    pub origin: Origin,
    /// Equal for equal parts, whatever label they carry.
    pub hash: u64,
    /// How many nodes it has, itself included.
    pub size: usize,
}

/// A description, or its metadata; the root is the last node.
#[derive(Debug, Clone, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The tree of a typed game. Numbers that are written as words keep them.
    pub fn of_ludeme(ludeme: &Ludeme, sources: &Sources) -> Tree {
        let mut tree = Tree::default();
        tree.ludeme(ludeme, None, sources);
        tree
    }

    /// The tree of an expanded text.
    pub fn of_term(term: &Term) -> Tree {
        let mut tree = Tree::default();
        tree.term(term);
        tree
    }

    /// The number of the root; `None` for a tree without nodes.
    pub fn root(&self) -> Option<usize> {
        self.nodes.len().checked_sub(1)
    }

    /// A node by the number the tree gave it.
    pub fn node(&self, id: usize) -> &Node {
        &self.nodes[id]
    }

    /// The text of a part as the language writes it, on one line, with `…` in the place of one that is left out.
    pub fn text(&self, id: usize, hole: Option<usize>) -> String {
        let mut out = String::new();
        self.write(id, hole, &mut out);
        out
    }

    fn write(&self, id: usize, hole: Option<usize>, out: &mut String) {
        let node = self.node(id);
        if let Some(label) = &node.label {
            // Writing to a string cannot fail.
            let _ = write!(out, "{label}:");
        }
        if hole == Some(id) {
            out.push('…');
            return;
        }
        let (open, close) = match node.kind {
            Kind::Leaf => ("", ""),
            Kind::Ludeme => ("(", ")"),
            Kind::Array => ("{", "}"),
        };
        let _ = write!(out, "{open}{}", node.name);
        for (index, &child) in node.children.iter().enumerate() {
            if index > 0 || node.kind == Kind::Ludeme {
                out.push(' ');
            }
            self.write(child, hole, out);
        }
        out.push_str(close);
    }

    /// All parts within a part, itself left out.
    pub fn within(&self, id: usize) -> std::ops::Range<usize> {
        // Children are entered before their parents, one subtree after the other.
        id + 1 - self.node(id).size..id
    }

    fn enter(
        &mut self,
        label: Option<String>,
        kind: Kind,
        name: String,
        children: Vec<usize>,
        origin: Origin,
    ) -> usize {
        let mut hasher = DefaultHasher::new();
        (kind, &name).hash(&mut hasher);
        let mut size = 1;
        for &child in &children {
            let child = &self.nodes[child];
            (&child.label, child.hash).hash(&mut hasher);
            size += child.size;
        }
        self.nodes.push(Node { label, kind, name, children, origin, hash: hasher.finish(), size });
        self.nodes.len() - 1
    }

    fn ludeme(&mut self, ludeme: &Ludeme, label: Option<String>, sources: &Sources) -> usize {
        let mut children = Vec::new();
        for (slot, arg) in ludeme.form.slots.iter().zip(&ludeme.args) {
            if let Some(arg) = arg {
                children.push(self.arg(arg, slot.labelled.then(|| slot.name.to_owned()), sources));
            }
        }
        self.enter(label, Kind::Ludeme, ludeme.form.title(), children, ludeme.origin.clone())
    }

    fn arg(&mut self, arg: &Arg, label: Option<String>, sources: &Sources) -> usize {
        let leaf =
            |tree: &mut Tree, text: String| tree.enter(label.clone(), Kind::Leaf, text, vec![], arg.origin.clone());
        match &arg.value {
            Value::Ludeme(ludeme) => self.ludeme(ludeme, label, sources),
            Value::Array(items) => {
                let children = items.iter().map(|item| self.arg(item, None, sources)).collect();
                self.enter(label, Kind::Array, String::new(), children, arg.origin.clone())
            }
            Value::Int(value) => {
                let word = sources.slice(arg.origin.span);
                let named = !word.is_empty() && word.chars().all(char::is_alphabetic);
                leaf(self, if named { word.to_owned() } else { value.to_string() })
            }
            Value::Float(value) => leaf(self, format!("{value:?}")),
            Value::Bool(true) => leaf(self, "True".to_owned()),
            Value::Bool(false) => leaf(self, "False".to_owned()),
            Value::Text(text) => leaf(self, quoted(text)),
            Value::Word { word, .. } => leaf(self, (*word).to_owned()),
        }
    }

    fn term(&mut self, term: &Term) -> usize {
        let label = term.label.as_ref().map(|label| label.name.to_string());
        match &term.kind {
            TermKind::Word(word) => self.enter(label, Kind::Leaf, word.to_string(), vec![], term.origin.clone()),
            TermKind::Text(text) => self.enter(label, Kind::Leaf, quoted(text), vec![], term.origin.clone()),
            TermKind::Array(items) => {
                let children = items.iter().map(|item| self.term(item)).collect();
                self.enter(label, Kind::Array, String::new(), children, term.origin.clone())
            }
            TermKind::Clause(clause) => {
                let keyword = match clause.items.first().map(|item| (&item.label, &item.kind)) {
                    Some((None, TermKind::Word(word))) if is_keyword(&clause.head, word) => Some(word),
                    _ => None,
                };
                let name = keyword.map_or_else(|| clause.head.to_string(), |word| format!("{} {word}", clause.head));
                let items = clause.items.iter().skip(usize::from(keyword.is_some()));
                let children = items.map(|item| self.term(item)).collect();
                self.enter(label, Kind::Ludeme, name, children, term.origin.clone())
            }
        }
    }
}

fn is_keyword(head: &str, word: &str) -> bool {
    Schema::get().forms_for(head).any(|form| form.keyword == Some(word))
}

/// A string in quotes, white space collapsed as the language does.
/// The text of a ludeme of a game as the language writes it, without defines and options, on one line.
pub fn text(ludeme: &Ludeme, sources: &Sources) -> String {
    let tree = Tree::of_ludeme(ludeme, sources);
    tree.root().map(|root| tree.text(root, None)).unwrap_or_default()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", on_one_line(text))
}
