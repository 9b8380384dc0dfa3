//! What is wrong with a term that cannot stand where it stands.
//!
//! The findings are the deepest useful ones: a clause is compared with the form it comes nearest to, and where an
//! argument has a mistake inside, that mistake is reported and the clause around it is not. What is well formed is
//! never reported, so one mistake gives one finding.

use super::align::{Alignment, Step, align, led_by, plausible};
use super::literal;
use super::matcher::{Matcher, Want, labels_agree};
use crate::diag::{Diagnostic, Origin};
use crate::expand::tree::{Clause, Term, TermKind};
use crate::schema::{Form, Kind, KindId, Schema, Slot, nearest};

/// How many forms a hint lists.
const LISTED: usize = 4;

/// How many words a hint lists; more than that and it lists none.
const WORDS: usize = 24;

/// Works out findings.
pub(super) struct Explainer<'a> {
    matcher: &'a mut Matcher,
    findings: &'a mut Vec<Diagnostic>,
    schema: &'static Schema,
}

impl<'a> Explainer<'a> {
    /// An explainer that adds to these findings.
    pub fn new(matcher: &'a mut Matcher, findings: &'a mut Vec<Diagnostic>) -> Self {
        Explainer { matcher, findings, schema: Schema::get() }
    }

    /// Reports why a term cannot stand where something is wanted. It must not fit.
    pub fn value(&mut self, term: &Term, want: Want) {
        match &term.kind {
            TermKind::Word(word) => self.word(term, word, want),
            TermKind::Text(_) => self.wrong_kind(term, want, "a string"),
            TermKind::Array(items) => self.array(term, items, want),
            TermKind::Clause(clause) => self.clause(term, clause, want),
        }
    }

    /// Reports what is wrong inside a term wherever it stands.
    fn anywhere(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Word(_) | TermKind::Text(_) => {}
            TermKind::Array(items) => items.iter().for_each(|item| self.anywhere(item)),
            TermKind::Clause(clause) if !self.schema.is_head(&clause.head) => self.unknown_head(clause, None),
            TermKind::Clause(clause) => {
                if !self.matcher.fits_some_kind(clause) {
                    self.nearest_form(term, clause, None);
                }
            }
        }
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
        let constants = self.schema.constant(&literal::capitalised(word));
        let known = !constants.is_empty() || literal::NAMED.iter().any(|(name, _)| *name == word);
        if known || literal::float(word).is_some() || literal::boolean(word).is_some() {
            let mut found = self.wrong_kind_finding(term, want, &describe_word(word, constants));
            if self.schema.forms_for(word).any(|form| wanted.takes(form.kind_id)) {
                return self.push(found.hint(format!("a ludeme stands in brackets: `({word})`")));
            }
            let role = self.schema.kind("roleType").is_some_and(|role| constants.contains(&role.id));
            if takes_int && role {
                let head = word.to_lowercase();
                let number = match &*head {
                    "mover" | "next" | "prev" => format!("({head})"),
                    _ => format!("(id {word})"),
                };
                found = found.hint(format!("a role is not a number; `{number}` is the number of the player"));
            } else if takes_int && literal::float(word).is_some() {
                found = found.hint("only whole numbers are taken here");
            }
            return self.push(found);
        }
        if self.schema.is_head(word) {
            let found = self.wrong_kind_finding(term, want, &format!("the bare word `{word}`"));
            return self.push(found.hint(format!("a ludeme stands in brackets: `({word} …)`")));
        }
        let message = format!("unknown constant `{word}`");
        let mut finding = Diagnostic::error("LUD0202", &term.origin, message).label("not a word of the language");
        let own: Vec<_> =
            wanted.accepts.iter().flat_map(|&id| self.schema.kind_of(id).constants.iter().copied()).collect();
        let near = nearest(word, own.iter().copied());
        let near = if near.is_empty() && own.is_empty() { self.schema.constants_like(word) } else { near };
        if !near.is_empty() {
            finding = finding.hint(did_you_mean(&near));
        } else if !own.is_empty() && own.len() <= WORDS {
            finding = finding.hint(format!("`{}` is one of {}", wanted.name, ticked(&own)));
        } else {
            finding = finding.hint(format!("expected {}", self.expected(want)));
        }
        self.push(finding);
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
            if items.len() == 1 && items.iter().all(|item| self.matcher.fits(item, want)) {
                found = found.hint("leave the braces out");
            }
            return self.push(found);
        };
        for item in items {
            if let Some(label) = &item.label {
                let message = format!("label `{}:` inside braces", label.name);
                let found = Diagnostic::error("LUD0213", &label.origin, message).label("elements have no labels");
                self.push(found.hint(format!("leave `{}:` out, or put it before the opening brace", label.name)));
            }
            if !self.matcher.fits(item, element) {
                self.value(item, element);
            }
        }
    }

    fn clause(&mut self, term: &Term, clause: &Clause, want: Want) {
        if !self.schema.is_head(&clause.head) {
            return self.unknown_head(clause, Some(self.schema.kind_of(want.kind)));
        }
        let wanted = self.schema.kind_of(want.kind);
        if !self.schema.forms_for(&clause.head).any(|form| wanted.takes(form.kind_id)) {
            let mut found = self.wrong_kind_finding(term, want, &self.describe_clause(clause));
            if let Some(hint) = self.instead(clause, want) {
                found = found.hint(hint);
            }
            return self.push(found);
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

    /// Reports an unknown ludeme, and what is wrong inside it.
    fn unknown_head(&mut self, clause: &Clause, wanted: Option<&'static Kind>) {
        let head = &*clause.head;
        let mut finding = match head.strip_prefix('"') {
            Some(name) => {
                let name = name.trim_end_matches('"');
                let message = format!("unknown define \"{name}\"");
                Diagnostic::error("LUD0201", &clause.head_origin, message).label("no define of this name")
            }
            None => {
                let message = format!("unknown ludeme `{head}`");
                Diagnostic::error("LUD0201", &clause.head_origin, message).label("not a word of the language")
            }
        };
        let mut near = self.schema.heads_like(head, wanted);
        if near.is_empty() {
            near = self.schema.heads_like(head, None);
        }
        if let Some(hint) = self.compound(head) {
            finding = finding.hint(hint);
        } else if !near.is_empty() {
            finding = finding.hint(did_you_mean(&near));
        }
        self.push(finding);
        clause.items.iter().for_each(|item| self.anywhere(item));
    }

    /// `isLine` is how Ludii names inside what is written `is Line`.
    fn compound(&self, head: &str) -> Option<String> {
        let split = head.find(|c: char| c.is_ascii_uppercase())?;
        let (first, second) = head.split_at(split);
        let exists = self.schema.forms_for(first).any(|form| form.keyword == Some(second));
        exists.then(|| format!("write `({first} {second} …)`"))
    }

    /// Reports how a clause departs from the form it comes nearest to, among the forms of a kind or of any.
    fn nearest_form(&mut self, term: &Term, clause: &Clause, kind: Option<KindId>) {
        let wanted = kind.map(|kind| self.schema.kind_of(kind));
        let forms: Vec<&'static Form> = self
            .schema
            .forms_for(&clause.head)
            .filter(|form| wanted.is_none_or(|wanted| wanted.takes(form.kind_id)))
            .collect();
        let led: Vec<_> = forms.iter().copied().filter(|form| form.keyword.is_some() && led_by(clause, form)).collect();
        let plain: Vec<_> = forms.iter().copied().filter(|form| form.keyword.is_none()).collect();
        let candidates = if led.is_empty() { &plain } else { &led };
        let mut best: Option<Alignment> = None;
        for form in candidates {
            let args = clause.items.get(form.keywords..).unwrap_or_default();
            let alignment = align(self.matcher, args, form);
            let rank = |alignment: &Alignment| (alignment.cost, alignment.form.units.len());
            if best.as_ref().is_none_or(|best| rank(&alignment) < rank(best)) {
                best = Some(alignment);
            }
        }
        if led.is_empty() && self.keyword(term, clause, &forms, best.as_ref()) {
            return;
        }
        if let Some(best) = best {
            self.steps(clause, &best, candidates);
        }
    }

    /// Reports a wrong or missing keyword; false when the clause has no need of one.
    fn keyword(&mut self, term: &Term, clause: &Clause, forms: &[&'static Form], best: Option<&Alignment>) -> bool {
        let mut keywords: Vec<&str> = forms.iter().filter_map(|form| form.keyword).collect();
        keywords.sort_unstable();
        keywords.dedup();
        if keywords.is_empty() {
            return false;
        }
        let first = clause.items.first();
        let word = first.and_then(|item| match (&item.kind, &item.label) {
            (TermKind::Word(word), None) if literal::float(word).is_none() => Some((item, &**word)),
            _ => None,
        });
        let Some((item, word)) = word else {
            if best.is_some() {
                return false;
            }
            let message = format!("`{}` needs a keyword", clause.head);
            let finding = Diagnostic::error("LUD0203", &clause.head_origin, message).label("keyword missing");
            self.push(finding.hint(format!("one of {} comes first", ticked(&keywords))));
            clause.items.iter().for_each(|item| self.anywhere(item));
            return true;
        };
        let placed = best.is_some_and(|best| {
            best.steps.iter().any(|step| match *step {
                Step::Place(0, slot) => self.matcher.fits(item, Want::of(&best.form.slots[slot])),
                _ => false,
            })
        });
        if placed {
            return false;
        }
        // `(move Swap)`: the first of two keywords is there, the second is not.
        let second: Vec<&str> =
            keywords.iter().copied().filter(|all| all.strip_prefix(word).is_some_and(|r| r.starts_with(' '))).collect();
        let (message, near) = if second.is_empty() {
            (format!("unknown keyword `{word}` of `{}`", clause.head), nearest(word, keywords.iter().copied()))
        } else {
            (format!("`{} {word}` needs a second keyword", clause.head), second)
        };
        let mut finding = Diagnostic::error("LUD0203", &item.origin, message).label("no form begins so");
        if !near.is_empty() {
            finding = finding.hint(did_you_mean(&near));
        } else if keywords.len() <= WORDS {
            finding = finding.hint(format!("`{}` goes with {}", clause.head, ticked(&keywords)));
        }
        self.push(finding);
        let _ = term;
        clause.items.iter().skip(1).for_each(|item| self.anywhere(item));
        true
    }

    /// Reports each departure of an alignment.
    fn steps(&mut self, clause: &Clause, best: &Alignment, forms: &[&'static Form]) {
        let form = best.form;
        let args = clause.items.get(form.keywords..).unwrap_or_default();
        let filled: Vec<(usize, usize)> = best
            .steps
            .iter()
            .filter_map(|step| match *step {
                Step::Place(arg, slot) => Some((arg, slot)),
                _ => None,
            })
            .collect();
        // A required argument that is there but carries no slot is one mistake, not two.
        let surplus = best.steps.iter().any(|step| matches!(step, Step::Surplus(_)));
        for step in &best.steps {
            match *step {
                Step::Place(arg, slot) => {
                    if let (Some(arg), Some(slot)) = (args.get(arg), form.slots.get(slot)) {
                        self.placed(clause, arg, slot, best, args);
                    }
                }
                Step::Surplus(arg) => {
                    if let Some(term) = args.get(arg) {
                        self.surplus(clause, term, arg, args, form, &filled, forms);
                    }
                }
                Step::Missing(unit) if !surplus || !self.misplaced(args, best, unit) => {
                    self.missing(clause, form, unit, forms);
                }
                Step::Missing(..) => {}
            }
        }
    }

    /// Whether an argument without a slot would fit the unit: it is there, only in the wrong place.
    fn misplaced(&mut self, args: &[Term], best: &Alignment, unit: usize) -> bool {
        let unit = best.form.units[unit];
        best.steps.iter().any(|step| match *step {
            Step::Surplus(arg) => args.get(arg).is_some_and(|arg| {
                let slots = &best.form.slots[unit.first..unit.end];
                slots.iter().any(|slot| labels_agree(arg, slot) && self.matcher.fits(arg, Want::of(slot)))
            }),
            _ => false,
        })
    }

    /// Reports what is wrong with an argument that is meant for a slot, if anything is.
    fn placed(&mut self, clause: &Clause, arg: &Term, slot: &Slot, best: &Alignment, args: &[Term]) {
        let form = best.form;
        let want = Want::of(slot);
        let fits = self.matcher.fits(arg, want);
        match (&arg.label, labels_agree(arg, slot)) {
            (_, true) => {}
            (None, false) => {
                let open = form.slots.iter().filter(|other| other.labelled && other.unit >= slot.unit);
                let labels: Vec<String> = open
                    .filter(|other| self.matcher.fits(arg, Want::of(other)))
                    .map(|other| format!("`{}:`", other.name))
                    .collect();
                let finding = match labels.as_slice() {
                    [_, _, ..] => {
                        let message = format!("an argument of `{}` that needs a label", title(clause, form));
                        Diagnostic::error("LUD0212", &arg.origin, message)
                            .hint(format!("write {} before it", labels.join(" or ")))
                    }
                    _ => Diagnostic::error("LUD0212", &arg.origin, format!("the label `{}:` is missing", slot.name))
                        .hint(format!("write `{}:` before it", slot.name)),
                };
                self.push(finding.label("needs a label"));
            }
            (Some(label), false) if slot.labelled => {
                let message = format!("unknown label `{}:` of `{}`", label.name, title(clause, form));
                let finding = Diagnostic::error("LUD0204", &label.origin, message).label("no slot of this name");
                self.push(finding.hint(format!("did you mean `{}:`?", slot.name)));
            }
            (Some(label), false) => {
                let message = format!("this argument of `{}` has no label", title(clause, form));
                let finding = Diagnostic::error("LUD0213", &label.origin, message).label("not wanted");
                self.push(finding.hint(format!("leave `{}:` out", label.name)));
            }
        }
        if fits {
            return;
        }
        let elsewhere = form.slots.iter().any(|other| {
            labels_agree(arg, other) && self.matcher.fits(arg, Want::of(other)) && !self.holds(best, args, other.unit)
        });
        if elsewhere && !plausible(self.matcher, arg, want) {
            let message = format!("the arguments of `{}` are not in order", title(clause, form));
            let finding = Diagnostic::error("LUD0205", &arg.origin, message).label("out of place");
            return self.push_once(finding.hint(format!("the order is `{form}`")));
        }
        let unit = form.units[slot.unit];
        let group = &form.slots[unit.first..unit.end];
        let known = match &arg.kind {
            TermKind::Clause(clause) => self.schema.is_head(&clause.head),
            TermKind::Text(_) => true,
            TermKind::Word(_) | TermKind::Array(_) => false,
        };
        if group.len() > 1 && known && !plausible(self.matcher, arg, want) {
            let names: Vec<String> = group.iter().map(ToString::to_string).collect();
            let what = match &arg.kind {
                TermKind::Clause(clause) => self.describe_clause(clause),
                _ => "a string".into(),
            };
            let message = format!("expected `{}`, found {what}", names.join(" | "));
            return self.push(Diagnostic::error("LUD0206", &arg.origin, message).label("neither of these"));
        }
        self.value(arg, want);
    }

    /// Whether a unit is filled with an argument that fits.
    fn holds(&mut self, best: &Alignment, args: &[Term], unit: usize) -> bool {
        best.steps.iter().any(|step| match *step {
            Step::Place(arg, slot) if best.form.slots[slot].unit == unit => {
                args.get(arg).is_some_and(|arg| self.matcher.fits(arg, Want::of(&best.form.slots[slot])))
            }
            _ => false,
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn surplus(
        &mut self,
        clause: &Clause,
        arg: &Term,
        at: usize,
        args: &[Term],
        form: &'static Form,
        filled: &[(usize, usize)],
        forms: &[&'static Form],
    ) {
        let before = self.findings.len();
        self.anywhere(arg);
        if self.findings.len() > before {
            return;
        }
        let title = title(clause, form);
        if let Some(label) = &arg.label {
            let own = form.slots.iter().position(|slot| slot.labelled && *slot.name == *label.name);
            let Some(own) = own else {
                let message = format!("unknown label `{}:` of `{title}`", label.name);
                let mut finding = Diagnostic::error("LUD0204", &label.origin, message).label("no slot of this name");
                let labels = form.slots.iter().filter(|slot| slot.labelled).map(|slot| slot.name);
                let near = nearest(&label.name, labels);
                if let Some(near) = near.first() {
                    finding = finding.hint(format!("did you mean `{near}:`?"));
                }
                return self.push(finding.hint(listed(forms, form)));
            };
            let unit = form.slots[own].unit;
            let same = filled.iter().find(|(_, slot)| form.slots[*slot].unit == unit);
            if let Some(&(other, slot)) = same {
                let again = form.slots[slot].name == form.slots[own].name;
                let message = if again {
                    format!("label `{}:` is given twice", label.name)
                } else {
                    format!("`{}:` excludes what is already given", label.name)
                };
                let code = if again { "LUD0205" } else { "LUD0211" };
                let mut finding = Diagnostic::error(code, &label.origin, message).label("one too many");
                if let Some(other) = args.get(other) {
                    finding = finding.also(other.origin.span, "the other one");
                }
                return self.push(finding.hint(listed(forms, form)));
            }
            let message = format!("label `{}:` is out of place", label.name);
            let mut finding = Diagnostic::error("LUD0205", &label.origin, message).label("labels keep their order");
            // Slots are in order, so its place is after the last argument of an earlier slot.
            let earlier = filled.iter().rev().find(|(_, slot)| *slot < own).and_then(|(arg, _)| args.get(*arg));
            let later = filled.iter().find(|(_, slot)| *slot > own).and_then(|(arg, _)| args.get(*arg));
            let at_later = filled.iter().any(|(other, slot)| *slot > own && *other < at);
            finding = match (earlier, later) {
                (_, Some(later)) if at_later => {
                    finding.also(later.origin.span, format!("`{}:` belongs before this", label.name))
                }
                (Some(earlier), _) => {
                    finding.also(earlier.origin.span, format!("`{}:` belongs after this", label.name))
                }
                _ => finding,
            };
            return self.push(finding.hint(format!("the order is `{form}`")));
        }
        for (other, slot) in filled {
            let unit = form.units[form.slots[*slot].unit];
            let group = &form.slots[unit.first..unit.end];
            let rival = group.iter().any(|slot| labels_agree(arg, slot) && self.matcher.fits(arg, Want::of(slot)));
            if group.len() > 1 && rival {
                let names: Vec<String> = group.iter().map(ToString::to_string).collect();
                let message = format!("only one of `{}` may be given", names.join(" | "));
                let mut finding = Diagnostic::error("LUD0211", &arg.origin, message).label("one too many");
                if let Some(other) = args.get(*other) {
                    finding = finding.also(other.origin.span, "the other one");
                }
                return self.push(finding.hint("leave one of them out"));
            }
        }
        let fits = form.slots.iter().find(|slot| labels_agree(arg, slot) && self.matcher.fits(arg, Want::of(slot)));
        let free = fits.filter(|fits| !filled.iter().any(|(_, slot)| form.slots[*slot].unit == fits.unit));
        let finding = match free {
            Some(_) => Diagnostic::error("LUD0205", &arg.origin, format!("this argument of `{title}` is out of place"))
                .label("arguments keep their order")
                .hint(format!("the order is `{form}`")),
            None => Diagnostic::error("LUD0208", &arg.origin, format!("one argument too many for `{title}`"))
                .label("has no place")
                .hint(listed(forms, form)),
        };
        self.push(finding);
    }

    fn missing(&mut self, clause: &Clause, form: &'static Form, unit: usize, forms: &[&'static Form]) {
        let unit = form.units[unit];
        let names: Vec<String> = form.slots[unit.first..unit.end].iter().map(ToString::to_string).collect();
        let message = format!("`{}` lacks `{}`", title(clause, form), names.join(" | "));
        let finding = Diagnostic::error("LUD0207", &clause.head_origin, message).label("argument missing");
        self.push(finding.hint(listed(forms, form)));
    }

    fn needs_braces(&mut self, term: &Term, want: Want) {
        let (open, close) = ("{".repeat(usize::from(want.depth)), "}".repeat(usize::from(want.depth)));
        let finding = Diagnostic::error("LUD0209", &term.origin, "a single value where an array is wanted");
        self.push(finding.label("expected braces").hint(format!("put it in braces: `{open}{term}{close}`")));
    }

    fn wrong_kind(&mut self, term: &Term, want: Want, what: &str) {
        if want.depth > 0 && self.matcher.fits(term, Want { depth: 0, ..want }) {
            return self.needs_braces(term, want);
        }
        let finding = self.wrong_kind_finding(term, want, what);
        self.push(finding);
    }

    fn wrong_kind_finding(&self, term: &Term, want: Want, what: &str) -> Diagnostic {
        let expected = self.expected(want);
        let message = format!("expected {expected}, found {what}");
        Diagnostic::error("LUD0206", &term.origin, message).label(format!("not {expected}"))
    }

    /// The wanted thing in words.
    fn expected(&self, want: Want) -> String {
        let name = self.schema.kind_of(want.kind).name;
        let (open, close) = ("{".repeat(usize::from(want.depth)), "}".repeat(usize::from(want.depth)));
        let literal = if want.literal { "!" } else { "" };
        format!("`{open}<{name}{literal}>{close}`")
    }

    /// What a clause is, in words.
    fn describe_clause(&self, clause: &Clause) -> String {
        let mut kinds: Vec<&str> = self.schema.forms_for(&clause.head).map(|form| form.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let kinds: Vec<String> = kinds.iter().map(|kind| format!("`<{kind}>`")).collect();
        format!("`({} …)`, which is {}", clause.head, kinds.join(" or "))
    }

    /// What to write instead of a clause of the wrong kind, where that is known.
    fn instead(&self, clause: &Clause, want: Want) -> Option<String> {
        let name = self.schema.kind_of(want.kind).name;
        match (name, &*clause.head) {
            ("nonDecision", "move") => {
                Some("a decision of the player cannot stand here; the effect is written without `move`".into())
            }
            ("dim", _) => Some("a board size is computed from plain numbers only".into()),
            _ => None,
        }
    }

    /// Adds a finding unless the last one says the same of a neighbour.
    fn push_once(&mut self, finding: Diagnostic) {
        if self.findings.last().is_none_or(|last| last.code != finding.code || last.message != finding.message) {
            self.push(finding);
        }
    }

    fn push(&mut self, finding: Diagnostic) {
        // Two forms may lead to the same place with the same finding.
        let place = |origin: &Option<Origin>| origin.as_ref().map(|origin| origin.span);
        let twin = |other: &Diagnostic| {
            other.code == finding.code
                && other.message == finding.message
                && place(&other.origin) == place(&finding.origin)
        };
        if !self.findings.iter().any(twin) {
            self.findings.push(finding);
        }
    }
}

/// The head and keyword of a clause as the form has them.
fn title(clause: &Clause, form: &Form) -> String {
    match form.keyword {
        Some(keyword) => format!("{} {keyword}", clause.head),
        None => clause.head.to_string(),
    }
}

fn describe_word(word: &str, kinds: &[KindId]) -> String {
    let schema = Schema::get();
    if kinds.is_empty() {
        return if literal::boolean(word).is_some() {
            format!("the truth value `{word}`")
        } else {
            format!("the number `{word}`")
        };
    }
    let mut names: Vec<&str> = kinds.iter().map(|&id| schema.kind_of(id).name).filter(|name| *name != word).collect();
    names.truncate(3);
    if names.is_empty() { format!("the word `{word}`") } else { format!("`{word}`, a word of {}", ticked(&names)) }
}

/// The forms a clause could have had, the nearest first.
fn listed(forms: &[&'static Form], nearest: &'static Form) -> String {
    let others = forms.iter().filter(|form| !std::ptr::eq(**form, nearest));
    let all: Vec<String> = std::iter::once(&nearest).chain(others).map(|form| format!("`{form}`")).collect();
    if let [only] = all.as_slice() {
        return format!("the form is {only}");
    }
    let more = if all.len() > LISTED { format!(", and {} more", all.len() - LISTED) } else { String::new() };
    format!("the forms are {}{more}", all[..all.len().min(LISTED)].join(", "))
}

fn did_you_mean(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    format!("did you mean {}?", names.join(" or "))
}

fn ticked(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
