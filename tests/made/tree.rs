//! An expanded description as a tree of brackets, for edits that know nothing of the language.

use std::fmt;

/// A word, a text, a bracket or something with a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A word, number or quoted text.
    Atom(String),
    /// What stands in round (`true`) or curly brackets.
    List(bool, Vec<Node>),
    /// `label:` and what follows it.
    Labelled(String, Box<Node>),
}

impl Node {
    /// Reads a bracket; `None` where brackets do not match.
    pub fn read(text: &str) -> Option<Node> {
        let mut rest = text.trim_start();
        let node = item(&mut rest)?;
        Some(node)
    }

    /// The first word of a round bracket.
    pub fn head(&self) -> &str {
        match self.items().first() {
            Some(Node::Atom(word)) if matches!(self, Node::List(true, _)) => word,
            _ => "",
        }
    }

    /// What stands in a bracket.
    pub fn items(&self) -> &[Node] {
        match self {
            Node::List(_, items) => items,
            _ => &[],
        }
    }

    /// Calls a function for this node and all in it, outermost first.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Node)) {
        see(self);
        match self {
            Node::Atom(_) => {}
            Node::List(_, items) => items.iter().for_each(|item| item.visit(see)),
            Node::Labelled(_, inner) => inner.visit(see),
        }
    }

    /// Calls a function for this node and all in it. It may change them, and says whether what is in them is to be
    /// looked at as well: what has just been put there may hold what it was put in for.
    pub fn change(&mut self, edit: &mut impl FnMut(&mut Node) -> bool) {
        if !edit(self) {
            return;
        }
        match self {
            Node::Atom(_) => {}
            Node::List(_, items) => items.iter_mut().for_each(|item| item.change(edit)),
            Node::Labelled(_, inner) => inner.change(edit),
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Atom(word) => f.write_str(word),
            Node::Labelled(label, inner) => write!(f, "{label}:{inner}"),
            Node::List(round, items) => {
                f.write_str(if *round { "(" } else { "{" })?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { " " } else { "" })?;
                }
                f.write_str(if *round { ")" } else { "}" })
            }
        }
    }
}

fn item(rest: &mut &str) -> Option<Node> {
    *rest = rest.trim_start();
    let first = rest.chars().next()?;
    match first {
        '(' | '{' => {
            *rest = &rest[1..];
            let mut items = Vec::new();
            loop {
                *rest = rest.trim_start();
                if rest.starts_with([')', '}']) {
                    *rest = &rest[1..];
                    return Some(Node::List(first == '(', items));
                }
                items.push(item(rest)?);
            }
        }
        ')' | '}' => None,
        '"' => {
            let end = 2 + rest[1..].find('"')?;
            let (text, after) = rest.split_at(end);
            *rest = after;
            Some(Node::Atom(text.to_owned()))
        }
        _ => {
            let end = rest.find(|c: char| c.is_whitespace() || "(){}\":".contains(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if let Some(after) = after.strip_prefix(':') {
                *rest = after;
                return Some(Node::Labelled(word.to_owned(), Box::new(item(rest)?)));
            }
            *rest = after;
            (!word.is_empty()).then(|| Node::Atom(word.to_owned()))
        }
    }
}
