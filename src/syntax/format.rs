//! One layout for descriptions: lines of at most 100 columns where words allow, parts indented by four spaces.
//!
//! Comments stay where they are, single empty lines too. What is glued together stays so where that could matter: a
//! string behind an opening bracket is a call, two words without a space are one. Strings and the values of options are
//! printed as they were written.
//!
//! A clause that needs several lines gives each of its parts one, but for the words behind its head. If it ends with a
//! list, and all that comes before has room beside the head, the list opens on that line and closes with the clause:
//! `(equipment {`, the items, `})`. A string that ends a clause stands likewise, however long, but for the description
//! of an item of an option.

use super::ast::{Ast, Node, NodeKind};

/// How wide a line may become.
const WIDTH: usize = 100;
const INDENT: usize = 4;

/// The widest item of a list whose items share lines, such as the sites of a track.
const SHORT: usize = 12;

impl Ast {
    /// The text in the canonical layout. Laying it out once more changes nothing, and it expands to what the text it
    /// was read from expands to.
    pub fn format(&self) -> String {
        let mut writer =
            Writer { text: &self.text, out: String::with_capacity(self.text.len()), column: 0, ended: true };
        let units = writer.units(&self.nodes);
        writer.lines(&units, 0, 0);
        if !writer.out.is_empty() && !writer.out.ends_with('\n') {
            writer.out.push('\n');
        }
        writer.out
    }
}

/// What stays together: a comment, or an item with its labels and whatever is glued to it.
struct Unit<'a> {
    nodes: &'a [Node],
    /// The columns it takes on one line; `None` when it cannot be on one.
    width: Option<usize>,
}

struct Writer<'a> {
    text: &'a str,
    out: String,
    column: usize,
    /// Whether the next item must begin a line: the text is empty, or a comment came last.
    ended: bool,
}

fn is_comment(node: &Node) -> bool {
    node.kind == NodeKind::Comment
}

/// Whether a bracket ends or begins the item, so that a space beside it says nothing.
fn bracketed(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Clause(_) | NodeKind::Array(_) | NodeKind::Option(_))
}

/// Whether two neighbours without a space between them must stay so.
fn stuck(one: &Node, other: &Node) -> bool {
    if is_comment(one) || is_comment(other) {
        return false;
    }
    other.glued && !(bracketed(one) && (bracketed(other) || other.kind != NodeKind::Text))
}

impl<'a> Writer<'a> {
    fn units<'n>(&self, nodes: &'n [Node]) -> Vec<Unit<'n>> {
        let mut units = Vec::new();
        let mut from = 0;
        for at in 0..nodes.len() {
            let together = nodes.get(at + 1).is_some_and(|next| {
                let label = matches!(nodes[at].kind, NodeKind::Label(_)) && !is_comment(next);
                label || stuck(&nodes[at], next)
            });
            if !together {
                let nodes = &nodes[from..=at];
                units.push(Unit { nodes, width: self.row(nodes) });
                from = at + 1;
            }
        }
        units
    }

    /// The width of neighbours in one unit.
    fn row(&self, nodes: &[Node]) -> Option<usize> {
        nodes.iter().try_fold(0, |sum, node| Some(sum + self.width(node)?))
    }

    fn width(&self, node: &Node) -> Option<usize> {
        match &node.kind {
            NodeKind::Comment => None,
            NodeKind::Clause(inner) | NodeKind::Array(inner) | NodeKind::Option(inner) | NodeKind::Item(inner) => {
                let (inner, stars) = split_stars(node, inner);
                let units = self.units(inner);
                let spaces = units.len().saturating_sub(1) + usize::from(apart(inner));
                let stars = stars.iter().map(|node| node.slice(self.text).len()).sum::<usize>();
                units.iter().try_fold(2 + spaces + stars, |sum, unit| Some(sum + unit.width?))
            }
            _ => {
                let slice = node.slice(self.text);
                (!slice.contains('\n')).then(|| slice.chars().count())
            }
        }
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(text);
        self.column = match text.rfind('\n') {
            Some(at) => text[at + 1..].chars().count(),
            None => self.column + text.chars().count(),
        };
        self.ended = false;
    }

    fn new_line(&mut self, indent: usize) {
        if self.out.is_empty() {
            return;
        }
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
        self.ended = false;
    }

    /// How many line ends the text has before a node; at the beginning none count.
    fn breaks(&self, end: u32, start: u32) -> usize {
        self.text.get(end as usize..start as usize).unwrap_or("").matches('\n').count()
    }

    /// Units on lines of their own; short ones share lines. `end` is where the text before them ends.
    fn lines(&mut self, units: &[Unit<'_>], indent: usize, end: u32) {
        let plain: Vec<&Unit<'_>> = units.iter().filter(|unit| !unit.nodes.first().is_some_and(is_comment)).collect();
        let fill = plain.len() > 3 && plain.iter().all(|unit| unit.width.is_some_and(|width| width <= SHORT));
        let mut before = end;
        for (index, unit) in units.iter().enumerate() {
            let Some(first) = unit.nodes.first() else { continue };
            let breaks = self.breaks(before, first.start);
            before = unit.nodes.last().map_or(before, |last| last.end);
            let comment = is_comment(first);
            let trailing = comment && breaks == 0 && !self.out.is_empty();
            let shares = fill && !comment && index > 0 && !self.ended && breaks < 2;
            if trailing || shares && self.column + 1 + unit.width.unwrap_or(WIDTH) <= WIDTH {
                self.write(" ");
            } else {
                if breaks > 1 && index > 0 {
                    self.out.push('\n');
                }
                self.new_line(indent);
            }
            self.unit(unit, indent);
        }
    }

    fn unit(&mut self, unit: &Unit<'_>, indent: usize) {
        if unit.width.is_some_and(|width| self.column + width <= WIDTH) {
            unit.nodes.iter().for_each(|node| self.flat(node));
        } else {
            unit.nodes.iter().for_each(|node| self.broken(node, indent));
        }
    }

    /// A node on one line.
    fn flat(&mut self, node: &Node) {
        let (inner, open, close) = match &node.kind {
            NodeKind::Clause(inner) | NodeKind::Option(inner) | NodeKind::Item(inner) => (inner, "(", ")"),
            NodeKind::Array(inner) => (inner, "{", "}"),
            _ => return self.leaf(node),
        };
        self.write(open);
        if apart(inner) {
            self.write(" ");
        }
        let (inner, stars) = split_stars(node, inner);
        for (index, unit) in self.units(inner).iter().enumerate() {
            if index > 0 {
                self.write(" ");
            }
            unit.nodes.iter().for_each(|node| self.flat(node));
        }
        self.write(close);
        stars.iter().for_each(|node| self.leaf(node));
    }

    fn leaf(&mut self, node: &Node) {
        let slice = node.slice(self.text);
        let comment = is_comment(node);
        self.write(if comment { slice.trim_end() } else { slice });
        self.ended = comment;
    }

    /// A node on several lines.
    fn broken(&mut self, node: &Node, indent: usize) {
        let (inner, open, close, clause) = match &node.kind {
            NodeKind::Clause(inner) | NodeKind::Option(inner) | NodeKind::Item(inner) => (inner, "(", ")", true),
            NodeKind::Array(inner) => (inner, "{", "}", false),
            _ => return self.leaf(node),
        };
        self.write(open);
        let (inner, stars) = split_stars(node, inner);
        let units = self.units(inner);
        let mut head = 0;
        if clause {
            if apart(inner) {
                self.write(" ");
            }
            // The words and strings in front stay on the line of the head.
            while let Some(unit) = units.get(head) {
                let simple = !unit.nodes.iter().any(|node| is_comment(node) || bracketed(node));
                let fits = unit.width.is_some_and(|width| self.column + 1 + width <= WIDTH);
                if !(simple && (fits || head == 0)) {
                    break;
                }
                if head > 0 {
                    self.write(" ");
                }
                for node in unit.nodes {
                    if bracketed(node) { self.flat(node) } else { self.leaf(node) }
                }
                head += 1;
            }
        }
        let end = match head.checked_sub(1).and_then(|last| units.get(last)?.nodes.last()) {
            Some(last) => last.end,
            None => node.start + 1,
        };
        let rest = units.get(head..).unwrap_or_default();
        match rest.split_last() {
            Some((last, others)) if clause && head > 0 && self.begins_here(node, last, others) => {
                others.iter().for_each(|unit| self.beside(unit, |writer, node| writer.flat(node)));
                self.beside(last, |writer, node| writer.broken(node, indent));
            }
            _ => {
                self.lines(rest, indent + INDENT, end);
                self.new_line(indent);
            }
        }
        self.write(close);
        stars.iter().for_each(|node| self.leaf(node));
    }

    /// A unit behind what the line has already.
    fn beside(&mut self, unit: &Unit<'_>, write: impl Fn(&mut Self, &Node)) {
        self.write(" ");
        unit.nodes.iter().for_each(|node| write(self, node));
    }

    /// Whether the last part of a clause begins on the line of the head: it is a list or a string, and the others leave
    /// room for it.
    fn begins_here(&self, clause: &Node, last: &Unit<'_>, others: &[Unit<'_>]) -> bool {
        let Some((end, labels)) = last.nodes.split_last() else { return false };
        let fits = match end.kind {
            NodeKind::Array(_) => true,
            NodeKind::Text => !matches!(clause.kind, NodeKind::Item(_)),
            _ => false,
        };
        let mut before = others.iter().map(|unit| unit.width).chain([self.row(labels)]);
        let column = before.try_fold(self.column, |sum, width| Some(sum + 1 + width?));
        fits && column.is_some_and(|column| column < WIDTH)
    }
}

/// Whether a string stands behind the opening bracket and a space: without the space it would be a call.
fn apart(inner: &[Node]) -> bool {
    inner.first().is_some_and(|first| first.kind == NodeKind::Text && !first.glued)
}

/// The parts of an item of an option and the stars behind its bracket.
fn split_stars<'n>(node: &Node, inner: &'n [Node]) -> (&'n [Node], &'n [Node]) {
    let stars = match node.kind {
        NodeKind::Item(_) => inner.iter().rposition(|part| part.kind != NodeKind::Stars).map_or(0, |last| last + 1),
        _ => inner.len(),
    };
    inner.split_at(stars)
}
