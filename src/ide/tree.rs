//! A tree of any text, whatever is wrong with it: brackets without a partner included.
//!
//! The parser of [`syntax`](crate::syntax) has a tree only where brackets and quotes match, which they seldom do while
//! somebody types. This one never fails, keeps no meaning, and says what would make the brackets match.

use super::Edit;
use crate::syntax::MAX_TEXT;
use std::ops::Range;
use std::sync::Arc;

/// How many nodes a tree has at most; what follows them is as good as absent.
const MAX_NODES: usize = 2_000_000;

/// How many items of a clause are looked through for those at its beginning and its end, comments among them, and how
/// many brackets around a place: no text that is meant has more, and what is asked of every node must not depend on its
/// size.
const NEAR: usize = 64;
const MAX_AROUND: usize = 256;

/// The number of a node in its [`Tree`].
pub(super) type Id = usize;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Comment,
    /// A word; tags in it are its children.
    Word,
    /// A word with a colon behind it.
    Label,
    /// `<Tag>` or `<Tag:arg>`.
    Tag,
    Text,
    Clause,
    Array,
    Foreign,
}

/// A stretch of the text.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    pub parent: Option<Id>,
    pub children: Vec<Id>,
    /// Whether nothing stands between it and what precedes it.
    pub glued: bool,
    /// Whether a bracket or a string is closed.
    pub closed: bool,
}

/// The nodes of a text.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub text: Arc<str>,
    pub nodes: Vec<Node>,
    pub roots: Vec<Id>,
    /// What makes brackets and quotes match, in the order of the places; none where they do.
    pub repairs: Vec<Edit>,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<Node>,
    roots: Vec<Id>,
    /// The open brackets, each with the indentation and the number of its line.
    open: Vec<(Id, usize, usize)>,
    /// How many of them are arrays.
    arrays: usize,
    line: usize,
    repairs: Vec<Edit>,
    /// Whether indentation says where brackets end, and lines where strings do.
    by_lines: bool,
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.+*/%=!^~<>&|#".contains(&byte)
}

impl Tree {
    /// The tree of a text.
    pub fn new(text: &Arc<str>) -> Tree {
        let plain = Tree::read(text, false);
        if plain.repairs.is_empty() { plain } else { Tree::read(text, true) }
    }

    fn read(text: &Arc<str>, by_lines: bool) -> Tree {
        let shown = if text.len() > MAX_TEXT { "" } else { &**text };
        let (nodes, roots, open, repairs) = Default::default();
        let mut reader = Reader { text: shown, at: 0, nodes, roots, open, arrays: 0, line: 0, repairs, by_lines };
        reader.run();
        reader.repairs.sort_by_key(|repair| repair.range.start);
        Tree { text: text.clone(), nodes: reader.nodes, roots: reader.roots, repairs: reader.repairs }
    }

    pub fn get(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    /// The bytes of a node.
    pub fn range(&self, id: Id) -> Range<usize> {
        self.get(id).start..self.get(id).end
    }

    pub fn slice(&self, id: Id) -> &str {
        self.text.get(self.range(id)).unwrap_or_default()
    }

    /// The content of a string, as it is written between its quotes.
    pub fn content(&self, id: Id) -> &str {
        let node = self.get(id);
        self.text.get(node.start + 1..node.end - usize::from(node.closed)).unwrap_or_default()
    }

    /// The items of a clause, array or text, comments left out.
    pub fn items(&self, parent: Option<Id>) -> impl Iterator<Item = Id> {
        let all = parent.map_or(&self.roots, |parent| &self.get(parent).children);
        all.iter().copied().filter(|id| self.get(*id).kind != Kind::Comment)
    }

    /// An item of a clause or array, comments left out, near its beginning.
    pub fn item(&self, parent: Id, index: usize) -> Option<Id> {
        let first = self.get(parent).children.iter().take(NEAR);
        first.copied().filter(|id| self.get(*id).kind != Kind::Comment).nth(index)
    }

    /// The last item of a clause or array, comments left out.
    pub fn last(&self, parent: Id) -> Option<Id> {
        let last = self.get(parent).children.iter().rev().take(NEAR);
        last.copied().find(|id| self.get(*id).kind != Kind::Comment)
    }

    /// The head of a clause: its first item, where that is a word.
    pub fn head(&self, clause: Id) -> Option<&str> {
        let first = self.item(clause, 0).filter(|_| self.get(clause).kind == Kind::Clause)?;
        (self.get(first).kind == Kind::Word).then(|| self.slice(first))
    }

    /// The clauses and arrays around a node, from the inside.
    pub fn ancestors(&self, id: Id) -> impl Iterator<Item = Id> {
        std::iter::successors(self.get(id).parent, |id| self.get(*id).parent).take(MAX_AROUND)
    }

    /// The same with the node itself.
    pub fn outwards(&self, id: Id) -> impl Iterator<Item = Id> {
        std::iter::once(id).chain(self.ancestors(id))
    }

    /// The nearest clause with this head around a node.
    pub fn around(&self, id: Id, head: &str) -> Option<Id> {
        self.ancestors(id).find(|id| self.head(*id) == Some(head))
    }

    /// The string that makes a clause a call of a define.
    pub fn callee(&self, clause: Id) -> Option<Id> {
        let first = self.item(clause, 0).filter(|_| self.get(clause).kind == Kind::Clause)?;
        let node = self.get(first);
        (node.kind == Kind::Text && node.glued).then_some(first)
    }

    /// The innermost node that a place lies in or at the edge of: tokens before brackets.
    pub fn at(&self, offset: usize) -> Option<Id> {
        let holds = |id: &Id| (self.get(*id).start..=self.get(*id).end).contains(&offset);
        let mut found: Option<Id> = None;
        let mut list = &self.roots;
        loop {
            let from = list.partition_point(|id| self.get(*id).end < offset);
            let touching = || list.get(from..).unwrap_or_default().iter().copied().take(3).filter(holds);
            let bracket = |id: &Id| matches!(self.get(*id).kind, Kind::Clause | Kind::Array);
            // Of two neighbours that touch there the word counts; outside a bracket at its edge nothing does.
            let inner = |id: &Id| {
                let node = self.get(*id);
                !bracket(id) || node.start < offset && (offset < node.end || !node.closed)
            };
            let next = touching().filter(inner).min_by_key(|id| (bracket(id), std::cmp::Reverse(*id)));
            let Some(next) = next else { return found };
            found = Some(next);
            list = &self.get(next).children;
        }
    }

    /// The innermost open bracket around a place.
    pub fn bracket(&self, offset: usize) -> Option<Id> {
        let mut found = None;
        let mut list = &self.roots;
        loop {
            let from = list.partition_point(|id| self.get(*id).end <= offset);
            let around = |id: &Id| {
                let node = self.get(*id);
                let bracket = matches!(node.kind, Kind::Clause | Kind::Array);
                bracket && node.start < offset && (offset < node.end || !node.closed)
            };
            // An open bracket ends where the text of it does: it is the last one that can hold the place.
            let from = from.saturating_sub(1);
            let Some(next) = list.iter().skip(from).take(3).copied().rfind(around) else {
                return found;
            };
            found = Some(next);
            list = &self.get(next).children;
        }
    }
}

impl Reader<'_> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        // Where the line begins, how far it is indented, and whether something stands on it before this place.
        let (mut indent, mut fresh) = (0, true);
        let mut last_end = usize::MAX;
        while let Some(&byte) = bytes.get(self.at) {
            let start = self.at;
            if self.nodes.len() >= MAX_NODES {
                break;
            }
            match byte {
                b'\n' => {
                    (indent, fresh) = (0, true);
                    self.line += 1;
                }
                b' ' if fresh => indent += 1,
                b'\t' if fresh => indent += 4,
                _ => {}
            }
            if byte.is_ascii_whitespace() || byte == 0x0B || self.text[start..].starts_with('\u{feff}') {
                self.at += if byte < 0x80 { 1 } else { 3 };
                continue;
            }
            let glued = last_end == start;
            let mut closed = true;
            let first = std::mem::replace(&mut fresh, false);
            let kind = match byte {
                b'/' if bytes.get(start + 1) == Some(&b'/') => {
                    self.at = self.line_end(start);
                    Kind::Comment
                }
                b'"' => {
                    closed = self.string(start);
                    self.line += self.text[start..self.at].matches('\n').count();
                    Kind::Text
                }
                b'(' | b'{' => {
                    if self.by_lines && first {
                        let line = self.line;
                        while self.open.last().is_some_and(|(_, outer, own)| *outer >= indent && *own != line) {
                            self.close_open(start);
                        }
                    }
                    self.at += 1;
                    let kind = if byte == b'(' { Kind::Clause } else { Kind::Array };
                    let id = self.push(kind, start, glued, false);
                    self.open.push((id, indent, self.line));
                    self.arrays += usize::from(kind == Kind::Array);
                    last_end = self.at;
                    continue;
                }
                b')' | b'}' => {
                    self.at += 1;
                    self.closer(byte, start, first.then_some(indent));
                    last_end = self.at;
                    continue;
                }
                b':' => {
                    self.at += 1;
                    Kind::Label
                }
                _ if in_word(byte) => self.word(start),
                _ => {
                    self.at += self.text[start..].chars().next().map_or(1, char::len_utf8);
                    Kind::Foreign
                }
            };
            let id = self.push(kind, start, glued, closed);
            if matches!(kind, Kind::Word | Kind::Label) {
                self.tags(id);
            }
            last_end = self.at;
        }
        self.at = self.text.len();
        while !self.open.is_empty() {
            self.close_open(self.text.len());
        }
    }

    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |end| at + end)
    }

    fn push(&mut self, kind: Kind, start: usize, glued: bool, closed: bool) -> Id {
        let parent = self.open.last().map(|(id, ..)| *id);
        let id = self.nodes.len();
        self.nodes.push(Node { kind, start, end: self.at, parent, children: Vec::new(), glued, closed });
        match parent {
            Some(parent) => self.nodes[parent].children.push(id),
            None => self.roots.push(id),
        }
        id
    }

    /// Passes a string over; whether it is closed.
    fn string(&mut self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'\\' if bytes.get(at) == Some(&b'"') => at += 1,
                b'"' => {
                    self.at = at;
                    return true;
                }
                // A line that begins with a bracket is hardly a part of a text that has lost its end.
                b'\n' if self.by_lines => {
                    let next = self.text[at..].trim_start_matches([' ', '\t']);
                    if next.starts_with(['(', '{', ')', '}']) {
                        break;
                    }
                }
                _ => {}
            }
        }
        // Without its end it goes as far as its line; brackets that close at the end of it are none of it.
        let line = self.text[start..self.line_end(start)].trim_end();
        let end = start + line.trim_end_matches([')', '}']).len();
        self.at = end.max(start + 1);
        self.repairs.push(Edit { range: self.at..self.at, text: "\"".into() });
        false
    }

    fn word(&mut self, start: usize) -> Kind {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if byte == b'<'
                && let Some(end) = tag(self.text, self.at)
            {
                self.at = end;
                continue;
            }
            let comment = byte == b'/' && bytes.get(self.at + 1) == Some(&b'/');
            if !in_word(byte) || comment && self.at > start {
                break;
            }
            self.at += 1;
        }
        if bytes.get(self.at) == Some(&b':') {
            self.at += 1;
            return Kind::Label;
        }
        Kind::Word
    }

    /// The tags in a word.
    fn tags(&mut self, word: Id) {
        let (start, stop) = (self.nodes[word].start, self.nodes[word].end);
        let mut at = start;
        while at < stop {
            let opened = self.text.as_bytes()[at] == b'<';
            match opened.then(|| tag(self.text, at)).flatten() {
                Some(end) => {
                    let id = self.nodes.len();
                    let node = Node {
                        kind: Kind::Tag,
                        start: at,
                        end,
                        parent: Some(word),
                        children: Vec::new(),
                        glued: at > start,
                        closed: true,
                    };
                    self.nodes.push(node);
                    self.nodes[word].children.push(id);
                    at = end;
                }
                _ => at += 1,
            }
        }
    }

    /// Closes the innermost open bracket before a place.
    fn close_open(&mut self, at: usize) {
        let Some((id, ..)) = self.open.pop() else { return };
        let text = if self.nodes[id].kind == Kind::Clause { ")" } else { "}" };
        self.arrays -= usize::from(text == "}");
        // It ends with what is in it, and at the end of the text only there.
        let last = self.nodes[id].children.last().map_or(self.nodes[id].start + 1, |last| self.nodes[*last].end);
        let end = if at >= self.text.len() { at } else { last };
        self.nodes[id].end = end;
        self.repairs.push(Edit { range: end..end, text: text.into() });
    }

    fn closer(&mut self, byte: u8, start: usize, indent: Option<usize>) {
        let kind = if byte == b')' { Kind::Clause } else { Kind::Array };
        if let (true, Some(indent)) = (self.by_lines, indent) {
            // A closing bracket at the beginning of a line stands below the line of its partner.
            while self.open.last().is_some_and(|(_, outer, _)| *outer > indent) {
                self.close_open(start);
            }
        }
        // The partner may be farther out; what is open within it ends here.
        let any = if kind == Kind::Array { self.arrays > 0 } else { self.open.len() > self.arrays };
        let partner = || self.open.iter().rposition(|(id, ..)| self.nodes[*id].kind == kind);
        if let Some(partner) = any.then(partner).flatten() {
            while self.open.len() > partner + 1 {
                self.close_open(start);
            }
            if let Some((id, ..)) = self.open.pop() {
                self.nodes[id].end = start + 1;
                self.nodes[id].closed = true;
                self.arrays -= usize::from(kind == Kind::Array);
            }
        } else {
            self.repairs.push(Edit { range: start..start + 1, text: " ".into() });
        }
    }
}

/// The end of the tag that begins at a place.
pub(super) fn tag(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if !bytes.get(start + 1)?.is_ascii_alphanumeric() {
        return None;
    }
    let mut colon = false;
    let mut at = start + 2;
    loop {
        match bytes.get(at)? {
            b'>' => return Some(at + 1),
            b':' if !colon => colon = true,
            byte if byte.is_ascii_alphanumeric() || b"_- ".contains(byte) => {}
            _ => return None,
        }
        at += 1;
    }
}
