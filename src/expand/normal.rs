//! Drafts to terms: ranges, labels, heads written with a colon, empty and double brackets.

use super::draft::{Draft, Kind};
use super::limits::Limits;
use super::problems::{Problems, distance};
use super::ranges;
use super::tags::lost_label;
use super::tree::{Clause, Label, Term, TermKind, is_space};
use crate::diag::{Diagnostic, Origin, Severity};
use crate::syntax::lookalikes;
use std::collections::HashSet;
use std::sync::Arc;

/// How many unknown characters are told of one by one.
const MAX_FOREIGN: usize = 20;

/// Heads of what is taken out of a text before anything else.
const TAKEN_OUT: [&str; 3] = ["define", "option", "rulesets"];

/// How many misspelt names are compared with all others.
const MAX_GUESSES: usize = 50;

pub(super) struct Normalizer<'a> {
    pub limits: &'a mut Limits,
    pub problems: &'a mut Problems,
    /// Inside the metadata nothing is an error, and strings keep their white space.
    pub metadata: bool,
    /// The names a call may have been meant for.
    pub defines: Vec<Arc<str>>,
    /// The tags that have a value.
    pub tags: Vec<String>,
    /// The names of tags whose options cannot be read, which has been told.
    pub broken: HashSet<String>,
    /// How many unknown characters were met.
    pub foreign: usize,
    /// How many misspelt names were compared with all others.
    pub guesses: usize,
    /// Whether the brackets of reconstructions were met.
    pub incomplete: bool,
    /// Whether a string that is written in other quotes has begun.
    pub quoted: bool,
    /// Whether a comment of another language was met: what follows is prose.
    pub prose: bool,
    /// Whether square brackets were met where braces belong.
    pub listed: bool,
}

/// What begins a comment in other languages.
const COMMENTS: &[&str] = &["#", "##", "--", "/*", "/**", "%%"];

/// The heads that other languages write between what they join.
pub(crate) const OPERATORS: &[&str] =
    &["=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "^", "and", "or", "xor"];

impl Normalizer<'_> {
    fn report(&mut self, mut problem: Diagnostic) {
        if self.metadata {
            problem.severity = Severity::Warning;
        }
        self.problems.push(problem);
    }

    /// The terms of a list of items.
    pub fn list(&mut self, items: Vec<Draft>) -> Vec<Term> {
        let mark = self.problems.list.len();
        let items = ranges::expand(items, self.limits, self.problems);
        if self.metadata {
            self.problems.soften(mark);
        }
        let mut out = Vec::with_capacity(items.len());
        let mut label: Option<Draft> = None;
        // Who puts a comma between two elements puts them between all: one finding for a list.
        let mut comma = false;
        let mut items = items.into_iter().peekable();
        while let Some(item) = items.next() {
            if self.metadata && self.unreadable(&item) {
                continue;
            }
            match &item.kind {
                Kind::Word(word) if COMMENTS.contains(&&**word) && !self.incomplete => {
                    self.comment(word, &item.origin());
                    continue;
                }
                Kind::Foreign('[') if items.peek().is_some_and(|next| !is_searched(next)) && !self.incomplete => {
                    self.bracketed(&item.origin());
                    continue;
                }
                Kind::Foreign(',') if !self.incomplete && std::mem::replace(&mut comma, true) => continue,
                _ => {}
            }
            if let Kind::Label(name) = &item.kind {
                if name.is_empty() {
                    self.problems.push(
                        Diagnostic::warning("LUD0132", &item.origin(), "a colon without a name before it")
                            .label("read as a label without a name")
                            .hint("write the label and its colon without a space: `if:`"),
                    );
                }
                if let Some(lost) = label.replace(item) {
                    let message = "a label in front of a label";
                    let found = Diagnostic::error("LUD0130", &lost.origin(), message).label("names nothing");
                    self.report(found.hint("leave one of them out, or write the argument that is missing"));
                }
                continue;
            }
            let from = out.len();
            self.item(item, &mut out);
            if let Some(waiting) = label.take() {
                match out.get_mut(from) {
                    Some(first) if first.label.is_none() => {
                        if let Kind::Label(name) = &waiting.kind {
                            first.label = Some(Label { name: name.clone(), origin: waiting.origin() });
                        }
                    }
                    _ => self.problems.push(lost_label(&waiting)),
                }
            }
        }
        if let Some(lost) = label {
            self.problems.push(lost_label(&lost));
        }
        out
    }

    /// Whether an item of the metadata would be read as something else when the expansion is read again: as a tag that
    /// takes in what follows, or as a comment. Rewriting makes such words by joining and by leaving out; in the game
    /// they are unknown words.
    fn unreadable(&mut self, item: &Draft) -> bool {
        let (Kind::Word(word) | Kind::Label(word)) = &item.kind else { return false };
        let tag = word.split('<').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()));
        let unreadable = tag || word.contains("//");
        if unreadable {
            let shown: String = word.chars().take(40).collect();
            self.problems.push(
                Diagnostic::warning("LUD0143", &item.origin(), format!("the word `{shown}` may not stand here"))
                    .label("left out: it holds the beginning of a tag or of a comment"),
            );
        }
        unreadable
    }

    fn item(&mut self, item: Draft, out: &mut Vec<Term>) {
        let origin = item.origin();
        let kind = match item.kind {
            Kind::Word(word) => TermKind::Word(word),
            Kind::Text(text) => TermKind::Text(self.text(text, &origin)),
            Kind::Array(items) => TermKind::Array(self.list(items)),
            Kind::Clause(items) => return out.append(&mut self.clause(items, origin)),
            Kind::Label(_) => return,
            Kind::Tag(tag) => return self.tag(&tag, &origin),
            Kind::Foreign(c) => return self.stranger(c, &origin),
        };
        out.push(Term { label: None, kind, origin });
    }

    fn clause(&mut self, mut items: Vec<Draft>, origin: Origin) -> Vec<Term> {
        if let Some(Draft { kind: Kind::Label(name), .. }) = items.first_mut() {
            // A head written with a colon is a head all the same: (from: (x)).
            let name = name.clone();
            items[0].kind = Kind::Word(name);
            items[0].glued = false;
            if let Some(next) = items.get_mut(1) {
                next.glued = false;
            }
        }
        let quoted = items.first().is_some_and(|first| first.text().is_some());
        let missing_space = items.len() > 1
            && items[0].word().is_some()
            && items[1].glued
            && items[1].trail.is_none()
            && items[0].span.source == items[1].span.source
            && items[0].span.end == items[1].span.start;
        if missing_space && !self.metadata {
            self.problems.push(
                Diagnostic::warning("LUD0133", &items[1].origin(), "no space behind the head of a clause")
                    .label("Ludii needs white space before this"),
            );
        }
        let mut terms = self.list(items);
        let Some(first) = terms.first() else { return Vec::new() };
        let head_origin = first.origin.clone();
        let head: Arc<str> = match &first.kind {
            TermKind::Word(head) => {
                let head = head.clone();
                if self.metadata && TAKEN_OUT.contains(&&*head) {
                    self.problems.push(
                        Diagnostic::warning("LUD0143", &head_origin, format!("`({head} …)` cannot stand here"))
                            .label("left out"),
                    );
                    return Vec::new();
                }
                head
            }
            TermKind::Text(name) if quoted => {
                let head = format!("\"{name}\"").into();
                let list: Vec<String> = terms.iter().map(Term::to_string).collect();
                let strings = list.len() > 1 && list.iter().all(|item| item.starts_with('"'));
                self.unknown_call(&name.clone(), &head_origin, strings.then(|| list.join(" ")));
                head
            }
            TermKind::Clause(_) => {
                let infix = terms.iter().skip(1).find_map(|term| match &term.kind {
                    TermKind::Word(word) if &**word == "==" => Some("=".into()),
                    TermKind::Word(word) if OPERATORS.contains(&&**word) => Some(word.clone()),
                    _ => None,
                });
                if infix.is_none() && terms.last().is_some_and(|last| matches!(last.kind, TermKind::Clause(_))) {
                    return terms;
                }
                let mut problem =
                    Diagnostic::error("LUD0134", &origin, "a pair of brackets around a clause and something else")
                        .label("this clause begins with a clause, not with a word");
                if let Some(last) = terms.last() {
                    problem = problem.also(last.origin.span, "the last item");
                }
                self.report(match infix {
                    Some(operator) => problem.hint(format!("operators come first: `({operator} … …)`")),
                    None => problem.hint("give the clause a head, or use `{…}` for a list"),
                });
                return Vec::new();
            }
            TermKind::Array(_) | TermKind::Text(_) => {
                self.report(
                    Diagnostic::error("LUD0135", &origin, "a clause without a head")
                        .label("a word must come first")
                        .also(head_origin.span, "this is what comes first")
                        .hint("write the name of the ludeme behind the bracket; a list stands in braces: `{…}`"),
                );
                return Vec::new();
            }
        };
        terms.remove(0);
        vec![Term { label: None, kind: TermKind::Clause(Clause { head, head_origin, items: terms }), origin }]
    }

    /// A string as Ludii leaves it. In the game part its clean-up of code goes through strings as well.
    fn text(&mut self, mut text: Arc<str>, origin: &Origin) -> Arc<str> {
        if text.contains("..") {
            match ranges::numbers(&text) {
                Ok(None) => {}
                Ok(Some(long)) => {
                    if !self.limits.paste(long.len(), Some(origin.span), self.problems) {
                        return text;
                    }
                    if !self.metadata {
                        self.problems.push(
                            Diagnostic::warning("LUD0142", origin, "a range in a string is written out")
                                .label("the numbers come apart by spaces, as in Ludii"),
                        );
                    }
                    text = long.into();
                }
                Err(_) => self.report(ranges::too_long(origin, &text)),
            }
        }
        if self.metadata { text } else { squeeze(&text).unwrap_or(text) }
    }

    /// Reports a call of nothing; strings alone may be meant for a list.
    fn unknown_call(&mut self, name: &str, origin: &Origin, list: Option<String>) {
        let mut problem =
            Diagnostic::error("LUD0103", origin, format!("there is no define \"{name}\"")).label("called here");
        self.guesses += 1;
        let names = if self.guesses > MAX_GUESSES { &[][..] } else { &self.defines[..] };
        let best = names
            .iter()
            .map(|other| (distance(other, name), other))
            .min_by_key(|(distance, _)| *distance)
            .filter(|(distance, _)| *distance <= 2 + name.len() / 4);
        problem = match best {
            Some((_, other)) => problem.hint(format!("a define \"{other}\" exists")),
            None => problem.hint(list.map_or_else(
                || {
                    "define it in the file, or name the folder of the define files that have it with `--defs DIR`"
                        .into()
                },
                |list| format!("a list stands in braces: `{{{list}}}`"),
            )),
        };
        self.report(problem);
    }

    fn tag(&mut self, tag: &str, origin: &Origin) {
        if self.broken.contains(tag.split(':').next().unwrap_or(tag)) {
            return;
        }
        let mut problem = Diagnostic::error("LUD0123", origin, format!("no option gives `<{tag}>` a value"))
            .label("an unknown tag, or one that the chosen item has no value for");
        self.guesses += 1;
        if let Some((name, arg)) = tag.split_once(':')
            && self.tags.contains(&format!("{name}:"))
        {
            problem =
                problem.hint(format!("write `args:{{<{arg}>}}` before the items of the option, or `<{name}>` here"));
        } else if self.guesses <= MAX_GUESSES
            && let Some(best) = self.tags.iter().min_by_key(|other| distance(other, tag))
        {
            problem = problem.hint(format!("the nearest tag with a value is `<{best}>`"));
        }
        self.report(problem);
    }

    /// Reports the sign of another language that begins a comment.
    fn comment(&mut self, sign: &str, origin: &Origin) {
        if !std::mem::replace(&mut self.prose, true) {
            self.report(
                Diagnostic::error("LUD0007", origin, format!("`{sign}` begins no comment"))
                    .label("read as a word of the game")
                    .hint("a comment begins with `//` and ends with the line"),
            );
        }
    }

    /// Reports square brackets that are meant for an array.
    fn bracketed(&mut self, origin: &Origin) {
        if !std::mem::replace(&mut self.listed, true) {
            self.report(
                Diagnostic::error("LUD0007", origin, "the character `[` may not stand here")
                    .label("only in strings and comments")
                    .hint("a list stands in braces: `{…}`"),
            );
        }
    }

    fn stranger(&mut self, c: char, origin: &Origin) {
        if c == ']' && self.listed || self.prose {
            return;
        }
        if matches!(c, '[' | ']') {
            if !std::mem::replace(&mut self.incomplete, true) {
                self.report(
                    Diagnostic::error("LUD0011", origin, "this description is incomplete")
                        .label("`[…]` stands for an unknown part, to be found by a search")
                        .hint("descriptions of reconstructions cannot be used until every such part is written out"),
                );
            }
            return;
        }
        // What stands for an unknown part may hold any sign, such as `?`.
        if self.incomplete {
            return;
        }
        let advice = lookalikes::advice(c);
        // The quote at the other end of the same string.
        let quote = advice.as_deref().is_some_and(|advice| advice.starts_with("strings"));
        if quote {
            self.quoted = !self.quoted;
            if !self.quoted {
                return;
            }
        } else if self.quoted && c == ',' {
            return;
        }
        self.foreign += 1;
        if self.foreign > MAX_FOREIGN {
            return;
        }
        let shown = if c.is_control() { c.escape_unicode().to_string() } else { lookalikes::name(c) };
        let mut problem = Diagnostic::error("LUD0007", origin, format!("the character `{shown}` may not stand here"))
            .label("only in strings and comments");
        problem = match (c, advice) {
            (',', _) => problem.hint("items are separated by white space alone"),
            ('$', _) => problem.hint("in a define `#1` is the first argument of its calls, `#2` the second"),
            (';', _) => problem.hint("items are separated by white space alone, and a comment begins with `//`"),
            (_, Some(advice)) => problem.hint(advice),
            _ => problem,
        };
        if self.foreign == MAX_FOREIGN {
            problem = problem.hint("further characters of this kind are not listed");
        }
        self.report(problem);
    }
}

/// Whether what follows a square bracket belongs to a part that a search is to find.
fn is_searched(next: &Draft) -> bool {
    match &next.kind {
        Kind::Word(word) => word.starts_with('#'),
        Kind::Foreign(c) => *c == '?',
        Kind::Clause(_) | Kind::Array(_) => true,
        _ => false,
    }
}

/// White space as Ludii leaves it in code: runs become one space, none stands within brackets or after a colon. `None`
/// when nothing changes.
fn squeeze(text: &str) -> Option<Arc<str>> {
    if !text.contains(is_space) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        if is_space(c) {
            gap = true;
            continue;
        }
        if gap && !out.ends_with(['(', '{', ':']) && !matches!(c, ')' | '}') {
            out.push(' ');
        }
        gap = false;
        out.push(c);
    }
    if gap && !out.ends_with(['(', '{', ':']) {
        out.push(' ');
    }
    (out != text).then(|| out.into())
}
