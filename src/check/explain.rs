//! What is wrong with a term that cannot stand where it stands.
//!
//! The findings are the deepest useful ones: a clause is compared with the form it comes nearest to, and where an
//! argument has a mistake inside, that mistake is reported and the clause around it is not. What is well formed is
//! never reported, so one mistake gives one finding.

use super::MAX_FINDINGS;
use super::align::{Nearest, nearest as nearest_to, unquoted};
use super::matcher::{Matcher, Want};
use super::mismatch::Mismatch;
use super::rewritten::{is_right, shown};
use super::{habits, literal};
use crate::diag::{Diagnostic, Origin};
use crate::expand::tree::{Clause, Term, TermKind};
use crate::schema::{Kind, KindId, Schema, nearest};
use crate::source::Span;
use std::collections::HashMap;

/// How many words a hint lists; more than that and it lists none.
pub(super) const WORDS: usize = 24;

/// What makes one of several of a kind.
const LISTS: [(&str, &str); 3] = [("moves", "or"), ("nonDecision", "and"), ("sites", "union")];

/// Works out findings.
pub(super) struct Explainer<'a> {
    pub(super) matcher: &'a mut Matcher,
    pub(super) findings: &'a mut Vec<Diagnostic>,
    pub(super) schema: &'static Schema,
    /// All that is checked.
    pub(super) root: &'a Term,
    /// Whether a clause of a define's body is right in some call, by its place.
    pub(super) bodies: HashMap<Span, bool>,
}

impl<'a> Explainer<'a> {
    /// An explainer of what is wrong in a term that adds to these findings.
    pub fn new(matcher: &'a mut Matcher, findings: &'a mut Vec<Diagnostic>, root: &'a Term) -> Self {
        Explainer { matcher, findings, schema: Schema::get(), root, bodies: HashMap::new() }
    }

    /// Reports why a term cannot stand where something is wanted. It must not fit.
    pub fn value(&mut self, term: &Term, want: Want) {
        if self.findings.len() >= MAX_FINDINGS {
            return;
        }
        match &term.kind {
            TermKind::Word(word) => self.word(term, word, want),
            TermKind::Text(text) => self.text(term, text, want),
            TermKind::Array(items) => self.array(term, items, want),
            TermKind::Clause(clause) => self.clause(term, clause, want),
        }
    }

    /// Reports what is wrong inside a term wherever it stands.
    pub(super) fn anywhere(&mut self, term: &Term) {
        if self.findings.len() >= MAX_FINDINGS {
            return;
        }
        match &term.kind {
            TermKind::Word(_) | TermKind::Text(_) => {}
            TermKind::Array(items) => items.iter().for_each(|item| self.anywhere(item)),
            TermKind::Clause(clause) if !self.schema.is_head(&clause.head) => self.unknown_head(term, clause, None),
            TermKind::Clause(clause) => {
                if !self.matcher.fits_some_kind(clause) {
                    self.nearest_form(term, clause, None);
                }
            }
        }
    }

    fn text(&mut self, term: &Term, text: &str, want: Want) {
        if want.depth > 0 && self.matcher.fits(term, Want { depth: 0, ..want }) {
            return self.needs_braces(term, want);
        }
        let mut finding = self.wrong_kind_finding(term, want, "a string");
        if let [head] = self.schema.heads_of(self.schema.kind_of(want.kind)).as_slice() {
            finding.hints.extend(habits::sort(&[head], term));
        }
        let plain = want.depth == 0 && literal::value(text, want.kind).is_some();
        let takes_int = self.schema.kind_of(want.kind).takes_literal(self.schema.literals().int);
        let site = takes_int && !want.literal && habits::is_site(text);
        self.push(match (plain, site) {
            (true, _) => finding.hint(format!("leave the quotes out: `{text}`")),
            (_, true) => finding.hint(format!("the number of the site is `(coord \"{text}\")`")),
            _ => finding.hint_if(habits::parted(text).filter(|_| takes_int)),
        });
    }

    fn word(&mut self, term: &Term, word: &str, want: Want) {
        let (literals, wanted) = (self.schema.literals(), self.schema.kind_of(want.kind));
        if want.depth > 0 && self.matcher.fits(term, Want { depth: 0, ..want }) {
            return self.needs_braces(term, want);
        }
        let takes_int = wanted.takes_literal(literals.int);
        if takes_int && literal::is_integer(word) {
            let message = format!("the number `{word}` is too large");
            let hint = format!("whole numbers go from {} to {}", i32::MIN, i32::MAX);
            return self.push(Diagnostic::error("LUD0214", &term.origin, message).label("too large").hint(hint));
        }
        if takes_int && let Some(number) = habits::number(word) {
            let found = self.wrong_kind_finding(term, want, &format!("the word `{word}`"));
            return self.push(found.hint(format!("numbers are written in digits: `{number}`")));
        }
        if self.is_known(word) {
            return self.misplaced_word(term, word, want);
        }
        let message = format!("unknown constant `{word}`");
        let mut finding = Diagnostic::error("LUD0202", &term.origin, message).label("not a word of the language");
        if takes_int && !want.literal && habits::is_site(word) {
            return self.push(finding.hint(format!("the number of the site is `(coord \"{word}\")`")));
        }
        if let Some(hint) = habits::sign(word).or_else(|| self.compound(word, None)) {
            return self.push(finding.hint(hint));
        }
        if self.schema.is_head(word) {
            let found = self.wrong_kind_finding(term, want, &format!("the bare word `{word}`"));
            let hint = match self.schema.forms_for(word).any(|form| wanted.takes(form.kind_id)) {
                true => Some(format!("a ludeme stands in brackets: `({word} …)`")),
                false => {
                    let clause = Clause::new(word, Vec::new(), &term.origin);
                    self.instead(term, &clause, &[want])
                }
            };
            return self.push(found.hint_if(hint));
        }
        let mut own = self.constants_of(want.kind);
        if wanted.takes_literal(literals.boolean) {
            own.extend(["True", "False"]);
        }
        let named = || meant(word, &literal::NAMED.map(|(name, _)| name)).filter(|_| takes_int);
        if let Some(hint) = meant(word, &own).or_else(named) {
            finding = finding.hint(hint);
        } else if wanted.takes_literal(literals.string) {
            finding = finding.hint(format!("names and coordinates stand in quotes: `\"{word}\"`"));
        } else if !own.is_empty() && own.len() <= WORDS {
            finding = finding.hint(format!("`{}` is one of {}", wanted.name, ticked(&own)));
        } else {
            finding = finding.hint(format!("expected {}", self.expected(want)));
        }
        self.push(finding);
    }

    /// Reports a word of the language that stands for something of another kind.
    fn misplaced_word(&mut self, term: &Term, word: &str, want: Want) {
        let (literals, wanted) = (self.schema.literals(), self.schema.kind_of(want.kind));
        let takes_int = wanted.takes_literal(literals.int);
        let constants = self.schema.constant(&literal::capitalised(word));
        let mut found = self.wrong_kind_finding(term, want, &describe_word(word, constants));
        if self.schema.forms_for(word).any(|form| wanted.takes(form.kind_id)) {
            let whole = Clause::new(word, Vec::new(), &term.origin);
            let rest = if is_right(whole, Some(want.kind)) { "" } else { " …" };
            return self.push(found.hint(format!("a ludeme stands in brackets: `({word}{rest})`")));
        }
        found.hints.extend(self.enclosed(term, want));
        if found.hints.is_empty() && literal::float(word).is_none() {
            found.hints.extend(meant(word, &self.constants_of(want.kind)));
        }
        if found.hints.is_empty() && wanted.takes_literal(literals.string) {
            found = found.hint(format!("names stand in quotes: `\"{word}\"`"));
        }
        if literal::is_integer(word) {
            found.hints.extend(match wanted.name {
                "roleType" => self.player(word).or_else(|| habits::sort(&["<roleType>"], term)),
                "sites" => Some(format!("a region of one site: `(sites {{{word}}})`")),
                _ => None,
            });
        }
        if takes_int && self.is_role(term) {
            let head = word.to_lowercase();
            found = found.hint(match &*head {
                _ if want.literal => "a role is not a number; write one in digits".to_owned(),
                "mover" | "next" | "prev" => not_a_number(&format!("({head})")),
                _ => not_a_number(&format!("(id {word})")),
            });
        } else if takes_int && literal::float(word).is_some() {
            found = found.hint("only whole numbers are taken here");
        }
        self.push(found);
    }

    /// The constants that can stand where something of a kind is wanted.
    pub(super) fn constants_of(&self, kind: KindId) -> Vec<&'static str> {
        let accepts = &self.schema.kind_of(kind).accepts;
        accepts.iter().flat_map(|&id| self.schema.kind_of(id).constants.iter().copied()).collect()
    }

    /// Whether a word is a constant, a number or a truth value.
    pub(super) fn is_known(&self, word: &str) -> bool {
        !self.schema.constant(&literal::capitalised(word)).is_empty()
            || literal::NAMED.iter().any(|(name, _)| *name == word)
            || literal::float(word).is_some()
            || literal::boolean(word).is_some()
    }

    fn array(&mut self, term: &Term, items: &[Term], want: Want) {
        let arrays = self.schema.kind_of(want.kind).arrays();
        let element = if want.depth > 0 {
            want.element()
        } else if let (Some(&(kind, depth)), false) = (arrays.first(), want.literal) {
            Want { kind, depth: depth - 1, literal: false }
        } else {
            let mut found = Diagnostic::error("LUD0210", &term.origin, "an array where a single value is wanted")
                .label(format!("expected {}", self.expected(want)));
            if items.iter().all(|item| self.matcher.fits(item, want)) {
                found.hints.extend(match items {
                    [only] => Some(format!("leave the braces out: `{}`", shown(only))),
                    _ => {
                        let list = LISTS.into_iter().find(|(kind, _)| *kind == self.schema.kind_of(want.kind).name);
                        list.map(|(_, head)| format!("write `({head} {{…}})`"))
                    }
                });
            }
            return self.push(found);
        };
        if want.depth > 1 && self.matcher.fits(term, element) {
            let finding = Diagnostic::error("LUD0209", &term.origin, "an array where an array of arrays is wanted");
            return self.push(finding.label("one pair of braces too few").hint(in_braces(term, 1)));
        }
        let named = items.len() > 1 && items.iter().all(|item| matches!(&item.kind, TermKind::Text(_)));
        if named && element.depth == 0 && self.schema.kind_of(element.kind).name == "int" {
            let finding = Diagnostic::error("LUD0206", &term.origin, "names where numbers are wanted");
            return self.push(finding.label("not numbers").hint(format!("sites by their names: `(sites {term})`")));
        }
        if self.open_tag(items) {
            return;
        }
        if let Some(hint) = self.in_pairs(items, element) {
            let finding = self.wrong_kind_finding(term, element, "the words of several");
            return self.push(finding.hint(hint));
        }
        // A ludeme without its brackets leaves its arguments lying about; the ludeme is what is wrong.
        let (mut spilt, mut labelled) = (false, false);
        for item in items {
            if let Some(label) = item.label.as_ref().filter(|_| !std::mem::replace(&mut labelled, true)) {
                let message = format!("label `{}:` inside braces", label.name);
                let found = Diagnostic::error("LUD0213", &label.origin, message).label("elements have no labels");
                self.push(found.hint(format!("leave `{}:` out, or put it before the opening brace", label.name)));
            }
            let excused = self.matcher.fits(item, element) || spilt && self.is_sound(item);
            if !excused {
                self.value(item, element);
            }
            // Who leaves out one pair of quotes or brackets, or writes one word for a number, does so throughout.
            let headless = element.depth == 0 && self.headless(item, element.kind).is_some();
            let word = matches!(&item.kind, TermKind::Word(word) if self.is_known(word));
            let text = !excused && (word || matches!(&item.kind, TermKind::Text(_)));
            if text || headless || unquoted(item, element) || self.enclosed(item, element).is_some() {
                return;
            }
            spilt |= matches!(&item.kind, TermKind::Word(word) if self.schema.is_head(word));
        }
    }

    /// Whether a term is right in itself, wherever it belongs.
    pub(super) fn is_sound(&mut self, term: &Term) -> bool {
        let before = self.findings.len();
        self.anywhere(term);
        self.findings.len() == before
    }

    fn clause(&mut self, term: &Term, clause: &Clause, want: Want) {
        if !self.schema.is_head(&clause.head) {
            return self.unknown_head(term, clause, Some(self.schema.kind_of(want.kind)));
        }
        if let Some(found) = self.reordered(term, clause, want.kind) {
            return self.push(found);
        }
        let wanted = self.schema.kind_of(want.kind);
        if !self.schema.forms_for(&clause.head).any(|form| wanted.takes(form.kind_id)) {
            return self.another_kind(term, clause, want);
        }
        let single = Want { depth: 0, ..want };
        if want.literal {
            let plain = if wanted.name == "boolean" { "`True` or `False`" } else { "a plain number" };
            let message = format!("an expression where {plain} is wanted");
            let found = Diagnostic::error("LUD0206", &term.origin, message);
            return self.push(found.label("cannot be computed here").hint(format!("write {plain}")));
        }
        if want.depth > 0 && self.matcher.fits(term, single) {
            return self.needs_braces(term, want);
        }
        self.nearest_form(term, clause, Some(want.kind));
    }

    /// Reports a clause that is not of the kind wanted.
    fn another_kind(&mut self, term: &Term, clause: &Clause, want: Want) {
        let found = self.wrong_kind_finding(term, want, &self.describe_clause(clause));
        let hint = self.instead(term, clause, &[want]);
        self.push(found.hint_if(hint));
    }

    /// Reports how a clause departs from the form it comes nearest to, among the forms of a kind or of any.
    fn nearest_form(&mut self, term: &Term, clause: &Clause, kind: Option<KindId>) {
        let Nearest { forms, candidates, led, best } = nearest_to(self.matcher, clause, kind);
        if !led && let Some(kind) = kind.filter(|_| self.matcher.fits_some_kind(clause)) {
            return self.another_kind(term, clause, Want { kind, depth: 0, literal: false });
        }
        if !led && self.keyword(clause, &forms, best.as_ref()) {
            return;
        }
        if let Some(best) = best {
            self.steps(&Mismatch::new(term, clause, &best, &candidates));
        }
    }

    fn needs_braces(&mut self, term: &Term, want: Want) {
        let finding = Diagnostic::error("LUD0209", &term.origin, "a single value where an array is wanted");
        self.push(finding.label("expected braces").hint(in_braces(term, usize::from(want.depth))));
    }

    pub(super) fn wrong_kind_finding(&self, term: &Term, want: Want, what: &str) -> Diagnostic {
        let expected = self.expected(want);
        let message = format!("expected {expected}, found {what}");
        Diagnostic::error("LUD0206", &term.origin, message).label(format!("not {expected}"))
    }

    /// What can stand where something of a kind is wanted.
    pub(super) fn choice(&self, kind: KindId) -> String {
        let (wanted, constants) = (self.schema.kind_of(kind), self.constants_of(kind));
        let heads = self.schema.heads_of(wanted);
        match (constants.len(), heads.len()) {
            (1..=WORDS, _) => format!("`{}` is one of {}", wanted.name, ticked(&constants)),
            (0, 1..=WORDS) => format!("`<{}>` is one of {}", wanted.name, ticked(&heads)),
            _ => format!("`ludemic explain {}` lists what can stand here", wanted.name),
        }
    }

    /// The wanted thing in words.
    fn expected(&self, want: Want) -> String {
        let name = self.schema.kind_of(want.kind).name;
        let (open, close) = ("{".repeat(usize::from(want.depth)), "}".repeat(usize::from(want.depth)));
        let literal = if want.literal { "!" } else { "" };
        format!("`{open}<{name}{literal}>{close}`")
    }

    /// What a clause is, in words.
    pub(super) fn describe_clause(&self, clause: &Clause) -> String {
        let forms = super::home::forms_of(clause);
        let keyword = clause.items.first().and_then(|item| match &item.kind {
            TermKind::Word(word) => forms.iter().find_map(|form| form.keyword.filter(|keyword| **keyword == **word)),
            _ => None,
        });
        let forms = forms.iter().filter(|form| keyword.is_none() || form.keyword == keyword);
        let mut kinds: Vec<String> = forms.map(|form| format!("`<{}>`", form.kind)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let more = if clause.items.len() > usize::from(keyword.is_some()) { " …" } else { "" };
        let keyword = keyword.map(|keyword| format!(" {keyword}")).unwrap_or_default();
        format!("`({}{keyword}{more})`, which is {}", clause.head, kinds.join(" or "))
    }

    /// What to write instead of a clause of the wrong kind, where that is known.
    pub(super) fn instead(&mut self, term: &Term, clause: &Clause, wants: &[Want]) -> Option<String> {
        let kinds: Vec<&Kind> = wants.iter().map(|want| self.schema.kind_of(want.kind)).collect();
        let whole = term.with_kind(TermKind::Clause(clause.clone()));
        for kind in &kinds {
            if let Some(said) = habits::sort(&[&format!("<{}>", kind.name)], &whole) {
                return Some(said);
            }
            match (kind.name, &*clause.head) {
                ("boolean", head) if self.schema.forms_for(head).any(|form| form.kind == "int") => {
                    return Some(format!("a number is no condition; compare it: `(< 0 ({head} …))`"));
                }
                ("dim", _) => return Some("a board size is computed from plain numbers only".into()),
                ("sites", _) if is_right(clause.clone(), self.schema.kind("int").map(|int| int.id)) => {
                    return Some(format!("a region of one site: `(sites {{({} …)}})`", clause.head));
                }
                _ => {}
            }
            let mut near = self.schema.heads_like(&clause.head, Some(kind));
            let habit = habits::head(&clause.head).filter(|habit| !near.contains(habit));
            near.extend(habit);
            let right = self.tried(clause, &near, Some(kind));
            if !right.is_empty() {
                return Some(did_you_mean(&right));
            }
        }
        // Where a number has place, a condition is no half of one.
        let int = self.schema.literals().int;
        let mut decided = kinds.iter().filter(|kind| !kind.takes_literal(int));
        let conditional = decided.any(|kind| self.schema.forms_for("if").any(|form| kind.takes(form.kind_id)));
        if let (true, Some(boolean)) = (conditional, self.schema.kind("boolean"))
            && self.matcher.fits(term, Want { kind: boolean.id, depth: 0, literal: false })
        {
            return Some(format!(
                "a condition stands in `(if …)`, before what it decides: `(if ({} …) …)`",
                clause.head
            ));
        }
        let stands =
            |head: &str| kinds.iter().any(|kind| self.schema.forms_for(head).any(|form| kind.takes(form.kind_id)));
        if let Some(said) = habits::clause(&clause.head, stands) {
            return Some(format!("write `{said}`"));
        }
        self.wrapped(term, &kinds).or_else(|| super::home::home(clause))
    }

    /// Adds a finding unless the last one says the same of a neighbour.
    pub(super) fn push_once(&mut self, finding: Diagnostic) {
        if self.findings.last().is_none_or(|last| last.code != finding.code || last.message != finding.message) {
            self.push(finding);
        }
    }

    pub(super) fn push(&mut self, finding: Diagnostic) {
        // Two forms may lead to the same place, and so may two uses of one argument of a define.
        let place = |origin: &Option<Origin>| origin.as_ref().map(|origin| origin.span);
        let twin = |other: &Diagnostic| place(&other.origin) == place(&finding.origin);
        if !self.findings.iter().any(twin) {
            self.findings.push(finding);
        }
    }
}

/// How a term is written in so many pairs of braces: its label stays before them.
fn in_braces(term: &Term, pairs: usize) -> String {
    let label = term.label.as_ref().map(|label| format!("{}:", label.name)).unwrap_or_default();
    format!("put it in braces: `{label}{}{}{}`", "{".repeat(pairs), term.bare(), "}".repeat(pairs))
}

fn not_a_number(number: &str) -> String {
    format!("a role is not a number; `{number}` is the number of the player")
}

fn describe_word(word: &str, kinds: &[KindId]) -> String {
    let schema = Schema::get();
    if kinds.is_empty() {
        let what = if literal::boolean(word).is_some() { "truth value" } else { "number" };
        return format!("the {what} `{word}`");
    }
    let mut names: Vec<&str> = kinds.iter().map(|&id| schema.kind_of(id).name).filter(|name| *name != word).collect();
    names.truncate(3);
    if names.is_empty() { format!("the word `{word}`") } else { format!("`{word}`, a word of {}", ticked(&names)) }
}

/// What a word may be meant for of some others: one that people say so, or one that is spelt nearly so.
pub(super) fn meant(word: &str, others: &[&str]) -> Option<String> {
    // A word that is right, but one too many, is meant for no other.
    if others.contains(&word) {
        return None;
    }
    if let Some(habit) = habits::instead(word, |habit| others.contains(&habit)) {
        return Some(did_you_mean(&[&habit]));
    }
    let near = nearest(word, others.iter().copied());
    (!near.is_empty()).then(|| did_you_mean(&near))
}

pub(super) fn did_you_mean(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    format!("did you mean {}?", names.join(" or "))
}

pub(super) fn ticked(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
