//! The tree of a text, complete enough to print the text back.

use crate::source::{SourceId, Span};
use std::sync::Arc;

/// The tree of one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ast {
    /// The text it was read from.
    pub source: SourceId,
    /// The text itself.
    pub text: Arc<str>,
    /// The items outside all brackets, in order.
    pub nodes: Vec<Node>,
}

/// One item of the tree: bytes `start..end` of the text. White space between items has no node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Whether nothing, not even white space, stands between this item and what precedes it.
    pub glued: bool,
    /// What it is.
    pub kind: NodeKind,
}

/// What a [`Node`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeKind {
    /// `// …` up to the line end.
    Comment,
    /// A word; its children are the [`NodeKind::Tag`]s and [`NodeKind::Plain`] stretches it is made of.
    Word(Vec<Node>),
    /// A word that a colon follows at once; the colon is part of it. Children as in [`NodeKind::Word`].
    Label(Vec<Node>),
    /// A stretch of a word without tags.
    Plain,
    /// An option tag, `<Name>` or `<Name:arg>`.
    Tag,
    /// `"…"`.
    Text,
    /// `(…)`.
    Clause(Vec<Node>),
    /// `{…}`.
    Array(Vec<Node>),
    /// A well-formed `(option …)`: its words, heading, tag, arguments and items.
    Option(Vec<Node>),
    /// An `(item …)` of an option, with its stars.
    Item(Vec<Node>),
    /// A raw value `<…>` of an item.
    Value,
    /// The stars behind an item.
    Stars,
    /// A character that the language does not know.
    Foreign,
}

impl Node {
    /// The place of the node in `source`.
    pub fn span(&self, source: SourceId) -> Span {
        Span { source, start: self.start, end: self.end }
    }

    /// The bytes of the node; `text` is the text of its [`Ast`].
    pub fn slice<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// The nodes inside this one.
    pub fn children(&self) -> &[Node] {
        match &self.kind {
            NodeKind::Word(nodes)
            | NodeKind::Label(nodes)
            | NodeKind::Clause(nodes)
            | NodeKind::Array(nodes)
            | NodeKind::Option(nodes)
            | NodeKind::Item(nodes) => nodes,
            _ => &[],
        }
    }

    /// The first word of a clause, when it begins with a plain one.
    pub fn head<'a>(&self, text: &'a str) -> Option<&'a str> {
        let NodeKind::Clause(nodes) = &self.kind else { return None };
        let first = nodes.iter().find(|node| node.kind != NodeKind::Comment)?;
        matches!(first.kind, NodeKind::Word(_)).then(|| first.slice(text))
    }
}

impl Ast {
    /// The text, put together from the tokens, comments and brackets of the tree and the white space between them.
    pub fn print(&self) -> String {
        let mut printer = Printer { text: &self.text, at: 0, out: String::with_capacity(self.text.len()) };
        for node in &self.nodes {
            printer.node(node);
        }
        printer.gap(self.text.len());
        printer.out
    }
}

struct Printer<'a> {
    text: &'a str,
    at: usize,
    out: String,
}

impl Printer<'_> {
    /// Copies the white space up to `end`; anything else there belongs to a token and is not copied.
    fn gap(&mut self, end: usize) {
        let gap = self.text.get(self.at..end).unwrap_or("");
        self.out.extend(gap.chars().filter(|c| c.is_whitespace() || *c == '\u{feff}'));
        self.at = self.at.max(end);
    }

    fn copy(&mut self, start: usize, end: usize) {
        self.gap(start);
        self.out.push_str(self.text.get(start..end).unwrap_or(""));
        self.at = end;
    }

    fn node(&mut self, node: &Node) {
        let (start, end) = (node.start as usize, node.end as usize);
        match &node.kind {
            NodeKind::Clause(nodes) | NodeKind::Array(nodes) | NodeKind::Option(nodes) => {
                self.copy(start, start + 1);
                self.nodes(nodes);
                self.copy(end.saturating_sub(1), end);
            }
            NodeKind::Item(nodes) => {
                self.copy(start, start + 1);
                let (stars, inside): (Vec<&Node>, Vec<&Node>) =
                    nodes.iter().partition(|node| node.kind == NodeKind::Stars);
                inside.into_iter().for_each(|node| self.node(node));
                let close = stars.first().map_or(end, |node| node.start as usize);
                self.copy(close.saturating_sub(1), close);
                stars.into_iter().for_each(|node| self.node(node));
            }
            NodeKind::Word(nodes) => self.nodes(nodes),
            NodeKind::Label(nodes) => {
                self.nodes(nodes);
                self.copy(end.saturating_sub(1), end);
            }
            _ => self.copy(start, end),
        }
    }

    fn nodes(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }
}
