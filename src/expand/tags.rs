//! The tree of a text to drafts, option tags replaced by the values of the chosen items.

use super::draft::{Draft, Kind, Tracer, push, splice, write};
use super::limits::Limits;
use super::options::{self, OptionCategory, content, tag_name};
use super::problems::Problems;
use crate::diag::{Diagnostic, Origin, Trail, Via};
use crate::source::{SourceId, Span};
use crate::syntax::{Node, NodeKind, parse_part};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Where the items that are being lowered stand.
#[derive(Clone)]
struct Context {
    source: SourceId,
    text: Arc<str>,
    /// Tags are answered by the options from this one on: those before it had their turn.
    from: usize,
}

/// Turns trees into drafts.
pub(super) struct Lowering<'a> {
    categories: &'a [OptionCategory],
    /// The text that holds the option values.
    text: Arc<str>,
    limits: &'a mut Limits,
    problems: &'a mut Problems,
    words: HashMap<Box<str>, Arc<str>>,
    values: HashMap<(usize, usize), Vec<Draft>>,
    /// What is wrong with the values whose brackets do not match within them, by the places of those brackets: an error
    /// unless the text they are pasted into has the partners.
    lone: HashMap<u32, Diagnostic>,
    used: Vec<bool>,
    /// The options that have a tag, in order.
    tags: HashMap<&'a str, Vec<usize>>,
    /// The tags of options that cannot be read.
    broken: HashSet<String>,
}

/// A value that answers a tag.
struct Answer {
    category: usize,
    value: usize,
}

impl<'a> Lowering<'a> {
    /// For a description with these options, whose values stand in `text`.
    pub fn new(
        categories: &'a [OptionCategory],
        text: Arc<str>,
        limits: &'a mut Limits,
        problems: &'a mut Problems,
    ) -> Self {
        let used = vec![false; categories.len()];
        let mut tags: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, category) in categories.iter().enumerate() {
            tags.entry(&category.tag).or_default().push(index);
        }
        Lowering {
            categories,
            text,
            limits,
            problems,
            words: HashMap::new(),
            values: HashMap::new(),
            lone: HashMap::new(),
            used,
            tags,
            broken: HashSet::new(),
        }
    }

    /// The drafts of the nodes of a text; options and rulesets are left out.
    pub fn lower(&mut self, source: SourceId, text: &Arc<str>, nodes: &[Node]) -> Vec<Draft> {
        self.nodes(&Context { source, text: text.clone(), from: 0 }, nodes)
    }

    /// Warns of the options that no tag names; the tags of the options that cannot be read.
    pub fn finish(self) -> HashSet<String> {
        for (index, category) in self.categories.iter().enumerate() {
            let first = self.tags.get(&*category.tag).and_then(|list| list.first());
            if first == Some(&index) && !self.used[index] {
                self.problems.push(
                    Diagnostic::warning(
                        "LUD0121",
                        &Origin::direct(category.span),
                        format!("no tag names the option \"{}\"", category.heading),
                    )
                    .label("selecting an item of it changes nothing"),
                );
            }
        }
        self.broken
    }

    fn word(&mut self, text: &str) -> Arc<str> {
        if let Some(word) = self.words.get(text) {
            return word.clone();
        }
        let word: Arc<str> = text.into();
        self.words.insert(text.into(), word.clone());
        word
    }

    fn nodes(&mut self, context: &Context, nodes: &[Node]) -> Vec<Draft> {
        let out = self.flat(context, nodes);
        if out.iter().any(|draft| lone(draft).is_some()) { self.pair(out) } else { out }
    }

    /// Puts what stands between the lone brackets of pasted values into them, as Ludii, which pastes text, reads it.
    fn pair(&mut self, drafts: Vec<Draft>) -> Vec<Draft> {
        let mut open: Vec<(Draft, Vec<Draft>)> = Vec::new();
        let mut items = Vec::new();
        for draft in drafts {
            match lone(&draft) {
                None => push(&mut items, draft),
                Some('(' | '{') => open.push((draft, std::mem::take(&mut items))),
                Some(close) => match open.pop() {
                    Some((mut bracket, before)) if lone(&bracket) == Some(if close == ')' { '(' } else { '{' }) => {
                        let inner = std::mem::replace(&mut items, before);
                        bracket.kind = if close == ')' { Kind::Clause(inner) } else { Kind::Array(inner) };
                        items.push(bracket);
                    }
                    other => {
                        self.unmatched(&draft);
                        if let Some((bracket, before)) = other {
                            self.unmatched(&bracket);
                            items.splice(0..0, before);
                        }
                    }
                },
            }
        }
        while let Some((bracket, before)) = open.pop() {
            self.unmatched(&bracket);
            items.splice(0..0, before);
        }
        items
    }

    /// Reports the value that a lone bracket without a partner comes from, once.
    fn unmatched(&mut self, bracket: &Draft) {
        if let Some(problem) = self.lone.remove(&bracket.span.start) {
            self.lone.retain(|_, other| other.origin != problem.origin);
            self.problems.push(problem.hint("the brackets of a value must match within it, or where it is pasted"));
        }
    }

    fn flat(&mut self, context: &Context, nodes: &[Node]) -> Vec<Draft> {
        let mut out = Vec::with_capacity(nodes.len());
        for node in nodes {
            let span = node.span(context.source);
            let kind = match &node.kind {
                NodeKind::Word(parts) if matches!(parts.as_slice(), [Node { kind: NodeKind::Plain, .. }]) => {
                    Kind::Word(self.word(node.slice(&context.text)))
                }
                NodeKind::Word(parts) => {
                    self.parts(context, node, parts, &mut out);
                    continue;
                }
                NodeKind::Label(parts) => Kind::Label(self.label(context, node, parts)),
                NodeKind::Text => {
                    let text = content(node, &context.text);
                    Kind::Text(if text.contains('<') { self.inside(span, &text, context.from) } else { text })
                }
                NodeKind::Clause(inner) => {
                    if node.head(&context.text) == Some("rulesets") {
                        continue;
                    }
                    if node.head(&context.text) == Some("option") {
                        self.problems.push(options::malformed(context.source, &context.text, node));
                        let tag = inner.iter().flat_map(Node::children).find(|part| part.kind == NodeKind::Tag);
                        self.broken.extend(tag.map(|tag| tag_name(tag, &context.text).to_string()));
                        continue;
                    }
                    Kind::Clause(self.nodes(context, inner))
                }
                NodeKind::Array(inner) => Kind::Array(self.nodes(context, inner)),
                NodeKind::Foreign => match node.slice(&context.text).chars().next() {
                    Some(c) => Kind::Foreign(c),
                    None => continue,
                },
                _ => continue,
            };
            out.push(Draft { kind, span, trail: None, glued: node.glued });
        }
        out
    }

    /// A word that is made of tags and stretches between them.
    fn parts(&mut self, context: &Context, word: &Node, parts: &[Node], out: &mut Vec<Draft>) {
        let before = out.len();
        for part in parts {
            let span = part.span(context.source);
            let glued = if part.start == word.start { word.glued } else { true };
            if part.kind != NodeKind::Tag {
                let kind = Kind::Word(self.word(part.slice(&context.text)));
                push(out, Draft { kind, span, trail: None, glued });
                continue;
            }
            let name = tag_name(part, &context.text);
            match self.answer(name, context.from) {
                Some(answer) => splice(out, self.value(&answer, span), glued),
                None => push(out, Draft { kind: Kind::Tag(name.into()), span, trail: None, glued }),
            }
        }
        if out.len() == before {
            drop_label(out, self.problems);
        }
    }

    /// The name of a label, which may be made of tags as well.
    fn label(&mut self, context: &Context, node: &Node, parts: &[Node]) -> Arc<str> {
        let mut pieces = Vec::new();
        self.parts(context, node, parts, &mut pieces);
        let mut name = String::new();
        write(&pieces, &mut name);
        self.word(&name)
    }

    /// The value for a tag, from the first option that has the tag and a value for it.
    fn answer(&mut self, tag: &str, from: usize) -> Option<Answer> {
        let (name, arg) = if let Some((name, arg)) = tag.split_once(':') { (name, Some(arg)) } else { (tag, None) };
        for &index in self.tags.get(name)?.iter().filter(|index| **index >= from) {
            let category = &self.categories[index];
            self.used[index] = true;
            let value = arg.map_or(Some(0), |arg| category.args.iter().position(|other| **other == *arg));
            let count = category.items.get(category.chosen).map_or(0, |item| item.values.len());
            if let Some(value) = value.filter(|value| *value < count) {
                return Some(Answer { category: index, value });
            }
        }
        None
    }

    fn place_of(&self, answer: &Answer) -> Option<Span> {
        let category = self.categories.get(answer.category)?;
        category.items.get(category.chosen)?.values.get(answer.value).copied()
    }

    fn value(&mut self, answer: &Answer, tag: Span) -> Vec<Draft> {
        // Measuring a value costs something too.
        if self.limits.exhausted {
            return Vec::new();
        }
        let key = (answer.category, answer.value);
        if !self.values.contains_key(&key) {
            let drafts = self.read_value(answer);
            self.values.insert(key, drafts);
        }
        let Some(drafts) = self.values.get(&key) else { return Vec::new() };
        if !self.limits.spend(drafts.iter().map(Draft::size).sum(), Some(tag), self.problems) {
            return Vec::new();
        }
        let mut tracer = Tracer::new(self.via(answer), tag, None);
        let mut copy = drafts.clone();
        retrace(&mut copy, &mut tracer);
        copy
    }

    fn read_value(&mut self, answer: &Answer) -> Vec<Draft> {
        let Some(span) = self.place_of(answer) else { return Vec::new() };
        let text = self.text.clone();
        let range = span.start as usize..span.end as usize;
        let context = Context { source: span.source, text: text.clone(), from: answer.category + 1 };
        let problem = match parse_part(span.source, &text, range.clone()) {
            Ok(nodes) if self.nested(span.source, &nodes) => return Vec::new(),
            Ok(nodes) => return self.nodes(&context, &nodes),
            Err(problem) => *problem,
        };
        // Ludii pastes text: brackets that do not match within the value may match where it stands.
        let mut drafts = Vec::new();
        let mut from = range.start;
        let brackets = unmatched(text.get(range.clone()).unwrap_or(""), range.start);
        for at in brackets.iter().copied().chain([range.end]) {
            let nodes = match parse_part(span.source, &text, from..at) {
                Ok(nodes) if !brackets.is_empty() => nodes,
                _ => {
                    self.problems.push(problem.hint("the brackets and quotes of a value must match within it"));
                    return Vec::new();
                }
            };
            if self.nested(span.source, &nodes) {
                return Vec::new();
            }
            drafts.extend(self.nodes(&context, &nodes));
            if let Some(bracket) = text.as_bytes().get(at).filter(|_| at < range.end) {
                let span = Span { source: span.source, start: at as u32, end: at as u32 + 1 };
                drafts.push(Draft { kind: Kind::Foreign(char::from(*bracket)), span, trail: None, glued: false });
                self.lone.insert(at as u32, problem.clone());
            }
            from = at + 1;
        }
        drafts
    }

    /// Reports the tags in a value, and whether there are any: Ludii ends the value at the first `>`.
    fn nested(&mut self, source: SourceId, nodes: &[Node]) -> bool {
        let mut any = false;
        for node in nodes {
            if node.kind == NodeKind::Tag {
                self.problems.push(
                    Diagnostic::error("LUD0114", &Origin::direct(node.span(source)), "a tag in the value of an option")
                        .label("Ludii ends the value at the first `>`")
                        .hint("put the tag in a define, and the name of the define in the value"),
                );
                any = true;
            }
            any |= self.nested(source, node.children());
        }
        any
    }

    /// A string with the tags in it replaced by the text of their values.
    fn inside(&mut self, span: Span, text: &Arc<str>, from: usize) -> Arc<str> {
        let mut out = String::new();
        let mut rest: &str = text;
        let mut changed = false;
        while let Some(at) = rest.find('<') {
            out.push_str(&rest[..at]);
            let behind = &rest[at + 1..];
            let Some(end) = behind.find(['<', '>']).filter(|end| behind[*end..].starts_with('>')) else {
                out.push('<');
                rest = behind;
                continue;
            };
            let tag = &behind[..end];
            match self.answer(tag, from) {
                Some(answer) => {
                    self.paste(span, &answer, &mut out);
                    changed = true;
                    rest = &behind[end + 1..];
                }
                None => {
                    let name = tag.split(':').next().unwrap_or(tag);
                    if self.tags.contains_key(name) {
                        self.problems.push(
                            Diagnostic::warning(
                                "LUD0122",
                                &Origin::direct(span),
                                format!("the tag `<{tag}>` in this string has no value"),
                            )
                            .label("it stays as it is"),
                        );
                    }
                    out.push('<');
                    rest = behind;
                }
            }
        }
        if !changed {
            return text.clone();
        }
        out.push_str(rest);
        out.into()
    }

    fn paste(&mut self, span: Span, answer: &Answer, out: &mut String) {
        let Some(place) = self.place_of(answer).filter(|_| !self.limits.exhausted) else { return };
        let whole = self.text.clone();
        let raw = whole.get(place.start as usize..place.end as usize).unwrap_or("");
        // What stands in brackets after it has lost its comments by now.
        let lines = raw.split('\n').map(|line| line.split("//").next().unwrap_or(""));
        let raw = lines.collect::<Vec<_>>().join("\n");
        if !self.limits.paste(raw.len(), Some(span), self.problems) {
            return;
        }
        if raw.contains('"') {
            self.problems.push(
                Diagnostic::error(
                    "LUD0106",
                    &Origin { span, trail: Some(Arc::new(Trail { via: self.via(answer), call: place, outer: None })) },
                    "a value with a string in it is pasted into a string",
                )
                .label("the quotes of the value would end this string")
                .also(place, "the value"),
            );
            return;
        }
        let value = self.inside(span, &Arc::from(raw.trim()), answer.category + 1);
        out.push_str(&value);
    }

    fn via(&self, answer: &Answer) -> Via {
        let choice = self.categories[answer.category].choice();
        Via::Option { heading: choice.heading, item: choice.item }
    }
}

/// The bracket, if it is a lone one: all others have become clauses and arrays.
fn lone(draft: &Draft) -> Option<char> {
    if let Kind::Foreign(bracket @ ('(' | ')' | '{' | '}')) = draft.kind { Some(bracket) } else { None }
}

/// The places of the brackets outside strings that have no partner; `offset` is added to each.
fn unmatched(value: &str, offset: usize) -> Vec<usize> {
    let mut open: Vec<(usize, u8)> = Vec::new();
    let mut lone = Vec::new();
    let mut quoted = false;
    for (at, byte) in value.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'(' | b'{' if !quoted => open.push((at, byte)),
            b')' | b'}' if !quoted => match open.last() {
                Some((_, opening)) if *opening == if byte == b')' { b'(' } else { b'{' } => drop(open.pop()),
                _ => lone.push(at),
            },
            _ => {}
        }
    }
    lone.extend(open.into_iter().map(|(at, _)| at));
    lone.sort_unstable();
    lone.into_iter().map(|at| offset + at).collect()
}

/// Lengthens the trails of drafts and all inside them.
pub(super) fn retrace(drafts: &mut [Draft], tracer: &mut Tracer) {
    for draft in drafts {
        draft.trail = Some(tracer.trail(draft.trail.as_ref()));
        if let Kind::Clause(items) | Kind::Array(items) = &mut draft.kind {
            retrace(items, tracer);
        }
    }
}

/// Takes the label at the end of a list out of it, as the item behind it has vanished.
pub(super) fn drop_label(out: &mut Vec<Draft>, problems: &mut Problems) {
    if let Some(label) = out.pop_if(|last| matches!(last.kind, Kind::Label(_))) {
        problems.push(lost_label(&label));
    }
}

/// The warning for a label whose item has vanished.
pub(super) fn lost_label(label: &Draft) -> Diagnostic {
    let name = if let Kind::Label(name) = &label.kind { &**name } else { "" };
    let origin = label.origin();
    Diagnostic::warning("LUD0130", &origin, format!("nothing follows the label `{name}:`"))
        .label("dropped; Ludii would give the label to whatever comes next")
}
