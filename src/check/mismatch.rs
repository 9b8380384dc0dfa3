//! What is wrong with a clause, told by the form it comes nearest to.

use super::align::{Alignment, Step, plausible, similar};
use super::explain::{Explainer, did_you_mean, meant};
use super::matcher::{Want, labels_agree};
use super::rewritten::{is_right, is_right_as, is_right_labelled, overbraced, unbraced, unbracketed};
use super::{habits, literal};
use crate::diag::{Diagnostic, Origin};
use crate::expand::tree::{Clause, Label, Term, TermKind};
use crate::schema::{Form, Schema, Slot, nearest};

/// How many characters of forms a hint lists, the first form excepted; more than that nobody reads.
const LISTED: usize = 200;

/// A clause that matches no form, beside the form it comes nearest to.
pub(super) struct Mismatch<'a> {
    pub(super) term: &'a Term,
    pub(super) clause: &'a Clause,
    best: &'a Alignment,
    pub(super) form: &'static Form,
    /// The arguments, the keywords left out.
    pub(super) args: &'a [Term],
    /// The arguments that are meant for a slot, with the slot.
    pub(super) filled: Vec<(usize, usize)>,
    /// The forms the clause could have had.
    forms: &'a [&'static Form],
}

impl<'a> Mismatch<'a> {
    /// A clause, its nearest alignment, and the forms that were compared.
    pub fn new(term: &'a Term, clause: &'a Clause, best: &'a Alignment, forms: &'a [&'static Form]) -> Mismatch<'a> {
        let filled = best.steps.iter().filter_map(|step| match *step {
            Step::Place(arg, slot) => Some((arg, slot)),
            _ => None,
        });
        let args = clause.items.get(best.form.keywords..).unwrap_or_default();
        Mismatch { term, clause, best, form: best.form, args, filled: filled.collect(), forms }
    }

    /// The head and keyword of the clause as the form has them.
    pub(super) fn title(&self) -> String {
        match self.form.keyword {
            Some(keyword) => format!("{} {keyword}", self.clause.head),
            None => self.clause.head.to_string(),
        }
    }

    /// The slots of a unit.
    pub(super) fn group(&self, unit: usize) -> &'static [Slot] {
        let unit = self.form.units[unit];
        &self.form.slots[unit.first..unit.end]
    }

    /// What the habits say of an argument that is not taken.
    pub(super) fn sort(&self, arg: &Term) -> Option<String> {
        habits::sort(&[&self.title(), &self.clause.head, &format!("<{}>", self.form.kind)], arg)
    }

    /// The argument before another one.
    fn before(&self, arg: &Term) -> Option<&'a Term> {
        let at = self.args.iter().position(|other| std::ptr::eq(other, arg))?;
        self.args.get(at.checked_sub(1)?)
    }

    /// The forms the clause could have had, the nearest first.
    pub(super) fn listed(&self) -> String {
        let others = self.forms.iter().filter(|form| !std::ptr::eq(**form, self.form));
        let mut all: Vec<String> = std::iter::once(&self.form).chain(others).map(|form| format!("`{form}`")).collect();
        if let [only] = all.as_slice() {
            return format!("the form is {only}");
        }
        let mut room = LISTED;
        let listed = all.iter().enumerate().take_while(|(at, form)| {
            room = room.saturating_sub(form.len());
            *at == 0 || room > 0
        });
        let listed = listed.count();
        let more = all.split_off(listed).len();
        let (verb, nearest) = if all.len() == 1 { ("is", "the nearest form") } else { ("are", "the forms") };
        let rest = match more {
            0 => String::new(),
            _ => format!(" ({more} more: `ludemic explain {}`)", self.title()),
        };
        format!("{nearest} {verb} {}{rest}", all.join(", "))
    }
}

impl Explainer<'_> {
    /// Reports each departure of an alignment.
    pub(super) fn steps(&mut self, miss: &Mismatch) {
        let (form, args, best) = (miss.form, miss.args, miss.best);
        // A required argument that is there but carries no slot is one mistake, not two.
        let surplus = best.steps.iter().any(|step| matches!(step, Step::Surplus(_)));
        if let Some(found) = unbracketed(miss.clause, form.kind_id) {
            return self.push(found);
        }
        if self.open_tag(miss.args) || self.loose_elements(miss) || self.overbraced(miss) || self.whole_instead(miss) {
            return;
        }
        let mut missing = Vec::new();
        let first = self.findings.len();
        // Behind an argument that is wrong as a whole others lie about that would have had their place within it.
        let mut spilt = false;
        let mut within = false;
        for step in &best.steps {
            let before = self.findings.len();
            match *step {
                Step::Place(arg, slot) => {
                    if let (Some(arg), Some(slot)) = (args.get(arg), form.slots.get(slot)) {
                        self.placed(miss, arg, slot);
                        within |= self.amend(miss, arg, before);
                        let found = self.findings.get(before..).unwrap_or_default();
                        spilt |= found.iter().any(|found| found.origin.as_ref() == Some(&arg.origin));
                    }
                }
                Step::Surplus(arg) => {
                    if let Some(term) = args.get(arg)
                        && !(spilt && term.label.is_none() && self.is_sound(term))
                    {
                        self.surplus(miss, term, arg);
                        self.amend(miss, term, before);
                        spilt |= self.findings.len() > before;
                    }
                }
                Step::Missing(unit) if !surplus || !self.misplaced(miss, unit) => missing.push(unit),
                Step::Missing(..) => {}
            }
        }
        // Of two numbers in one word both are there.
        let parted = |arg: &Term| match &arg.kind {
            TermKind::Word(word) | TermKind::Text(word) => habits::parted(word).is_some(),
            _ => false,
        };
        let found = self.findings.get(first..).unwrap_or_default();
        let told = |arg: &&Term| found.iter().any(|one| one.origin.as_ref() == Some(&arg.origin));
        if !within && !args.iter().filter(told).any(parted) {
            self.missing(miss, &missing);
        }
        // Where several things are wrong, and none under a head that is nearly the same, it is the head.
        if self.findings.len() > first + 1 {
            let (head, kind) = (&miss.clause.head, self.schema.kind_of(form.kind_id));
            let others = self.schema.heads_of(kind).into_iter().filter(|other| **other != **head);
            let right = self.tried(miss.clause, &nearest(head, others), Some(kind));
            if !right.is_empty() {
                self.findings.truncate(first + 1);
                self.findings.iter_mut().skip(first).for_each(|found| found.hints = vec![did_you_mean(&right)]);
            }
        }
        self.disordered(miss, first);
    }

    /// Makes one finding of those that each say of an argument that it lacks a label, has one, or is out of place.
    fn disordered(&mut self, miss: &Mismatch, first: usize) {
        let found = self.findings.get(first..).unwrap_or_default();
        let [one, _, ..] = found else { return };
        let code = one.code;
        let own = |origin: &Origin| {
            let label = |arg: &Term| arg.label.as_ref().is_some_and(|label| label.origin.span == origin.span);
            miss.args.iter().any(|arg| arg.origin.span == origin.span || label(arg))
        };
        let all = found.iter().all(|one| one.code == code && one.origin.as_ref().is_some_and(own));
        let quoted = |one: &Diagnostic| one.hints.iter().any(|hint| hint.starts_with("leave the quotes out"));
        if !all || !(matches!(code, "LUD0205" | "LUD0212" | "LUD0213") || found.iter().all(quoted)) {
            return;
        }
        let rest = self.findings.split_off(first + 1);
        let Some(found) = self.findings.pop() else { return };
        let places = rest.iter().filter_map(|one| one.origin.as_ref());
        let found = places.fold(found, |found, origin| found.also(origin.span, "this one as well"));
        self.findings.push(if code == "LUD0212" { found.hint(miss.listed()) } else { found });
    }

    /// Reports a tag of an option that is not closed, or not opened: it looks like a label.
    pub(super) fn open_tag(&mut self, items: &[Term]) -> bool {
        let lost =
            |arg: &&Term| arg.label.is_some() && matches!(&arg.kind, TermKind::Word(word) if word.ends_with('>'));
        if let Some(arg) = items.iter().find(lost) {
            let finding =
                Diagnostic::error("LUD0123", &arg.origin, format!("the tag that ends with `{arg}` is not opened"));
            self.push(finding.label("`<` is missing").hint(format!("write `<{arg}`")));
            return true;
        }
        let label = items.iter().filter_map(|arg| arg.label.as_ref()).find(|label| label.name.starts_with('<'));
        let Some(label) = label else { return false };
        let message = format!("the tag that begins with `{}:` is not closed", label.name);
        let finding = Diagnostic::error("LUD0123", &label.origin, message).label("`>` is missing");
        self.push(finding.hint(format!("write `{}:…>`, with the name of an argument of the option", label.name)));
        true
    }

    /// Reports the word of a ludeme that stands in the place of the whole clause, as `byScore` in that of
    /// `(result ..)`.
    fn whole_instead(&mut self, miss: &Mismatch) -> bool {
        let kind = miss.form.kind_id;
        let alone = |arg: &&Term| match &arg.kind {
            TermKind::Word(word) if arg.label.is_none() && self.schema.forms_for(word).any(|f| f.kind_id == kind) => {
                let inside = miss.form.slots.iter().any(|slot| self.schema.kind_of(slot.kind_id).takes(kind));
                let whole = Clause::new(word, Vec::new(), &arg.origin);
                !inside && !self.is_known(word) && is_right(whole, Some(kind))
            }
            _ => false,
        };
        let Some(arg) = miss.args.iter().find(alone) else { return false };
        let message = format!("`{arg}` is a ludeme of its own, no part of `{}`", miss.title());
        let finding = Diagnostic::error("LUD0206", &arg.origin, message).label("stands alone, in brackets");
        self.push(finding.hint(format!("write `({arg})` in the place of `({} …)`", miss.title())));
        true
    }

    /// Reports elements of one array that stand one after another without braces, where that is all that is wrong.
    fn loose_elements(&mut self, miss: &Mismatch) -> bool {
        let surplus = miss.best.steps.iter().any(|step| matches!(step, Step::Surplus(_)));
        let unlabelled = |&(arg, slot): &(usize, usize)| {
            let bare = miss.args.get(arg).is_some_and(|arg| arg.label.is_none());
            bare && miss.form.slots.get(slot).is_some_and(|slot| slot.labelled)
        };
        if !surplus && !miss.filled.iter().any(unlabelled) {
            return false;
        }
        let Some(run) = unbraced(miss.clause, miss.form.kind_id) else { return false };
        let [arg, .., last] = run else { return false };
        let site = |item: &Term| matches!(&item.kind, TermKind::Text(text) if habits::is_site(text));
        // Where no array is near, two numbers are rather one too many; and one of two may have lost its label.
        let near = miss.form.slots.iter().any(|slot| slot.depth == 1) || matches!(arg.kind, TermKind::Clause(_));
        let unlikely = if surplus { !near } else { run.len() == 2 && !run.iter().all(site) };
        if unlikely {
            return false;
        }
        let message = format!("{} values where an array is wanted", run.len());
        let finding = Diagnostic::error("LUD0209", &arg.origin, message).label("expected braces");
        self.push(match arg.origin.span == last.origin.span {
            // All of them come from one range.
            true => finding.hint(format!("a range stands in braces: `{{{arg}..{last}}}`")),
            false => finding
                .also(last.origin.span, "the last of them")
                .hint("put all of them in one pair of braces: `{… …}`"),
        });
        true
    }

    /// Reports braces around several arguments, where they are all that is wrong.
    fn overbraced(&mut self, miss: &Mismatch) -> bool {
        let Some((array, hint)) = overbraced(miss.clause, miss.form.kind_id) else { return false };
        let message = format!("braces around the arguments of `{}`", miss.title());
        self.push(Diagnostic::error("LUD0210", &array.origin, message).label("no list is wanted here").hint(hint));
        true
    }

    /// Whether an argument without a slot would fit the unit: it is there, only in the wrong place.
    fn misplaced(&mut self, miss: &Mismatch, unit: usize) -> bool {
        let slots = miss.group(unit);
        miss.best.steps.iter().any(|step| match *step {
            Step::Surplus(arg) => miss.args.get(arg).is_some_and(|arg| {
                let named = |slot: &Slot| {
                    let label = arg.label.as_ref().map(|label| &*label.name);
                    label.is_some_and(|label| similar(label, slot.kind) || has_label(slot.kind, label))
                };
                slots
                    .iter()
                    .any(|slot| named(slot) || labels_agree(arg, slot) && self.matcher.fits(arg, Want::of(slot)))
            }),
            _ => false,
        })
    }

    /// Reports what is wrong with an argument that is meant for a slot, if anything is.
    fn placed(&mut self, miss: &Mismatch, arg: &Term, slot: &Slot) {
        let (form, want) = (miss.form, Want::of(slot));
        let fits = self.matcher.fits(arg, want);
        match &arg.label {
            _ if labels_agree(arg, slot) => {}
            None => self.unlabelled(miss, arg, slot),
            Some(label) => self.mislabelled(miss, label, slot),
        }
        if fits {
            return;
        }
        let elsewhere = form.slots.iter().any(|other| {
            labels_agree(arg, other) && self.matcher.fits(arg, Want::of(other)) && !self.holds(miss, other.unit)
        });
        if elsewhere && !plausible(self.matcher, arg, want) {
            let message = format!("the arguments of `{}` are not in order", miss.title());
            let place = self.place_in(&miss.term.origin, miss.clause, arg, true);
            let finding = Diagnostic::error("LUD0205", &place, message).label("out of place");
            return self.push_once(finding.hint(format!("the order is `{form}`")));
        }
        let group = miss.group(slot.unit);
        let known = match &arg.kind {
            TermKind::Clause(clause) => self.schema.is_head(&clause.head),
            TermKind::Text(_) => true,
            TermKind::Word(_) | TermKind::Array(_) => false,
        };
        if group.len() > 1 && known && !plausible(self.matcher, arg, want) {
            return self.neither(arg, group);
        }
        self.wrong_value(miss, arg, want, group);
    }

    /// Reports an argument without the label of its slot.
    fn unlabelled(&mut self, miss: &Mismatch, arg: &Term, slot: &Slot) {
        let form = miss.form;
        if miss.before(arg).and_then(|word| lost_colon(form, word)) == Some(slot.name) {
            // The label is there, only its colon is not: that has been told.
            return;
        }
        let open = form.slots.iter().filter(|other| other.labelled && other.unit >= slot.unit);
        let mut labels: Vec<&str> =
            open.filter(|other| self.matcher.fits(arg, Want::of(other))).map(|other| other.name).collect();
        let right = |name: &&str| is_right_labelled(miss.clause, form.kind_id, arg, name);
        labels.dedup();
        if labels.iter().any(right) {
            labels.retain(right);
        }
        let (message, label) = match labels.as_slice() {
            [_, _, ..] => (format!("an argument of `{}` that needs a label", miss.title()), labels.join(":` or `")),
            _ => {
                let name = labels.first().copied().unwrap_or(slot.name);
                (format!("the label `{name}:` is missing"), name.to_owned())
            }
        };
        let place = self.place_in(&miss.term.origin, miss.clause, arg, false);
        let mut finding = Diagnostic::error("LUD0212", &place, message).label("needs a label");
        let player = is_right_as(miss.clause, form.kind_id, arg, TermKind::Word(format!("P{arg}").into()));
        finding.hints.extend(self.player(&arg.to_string()).filter(|_| player));
        self.push(finding.hint(format!("write `{label}:` before it")));
    }

    /// Reports a label that is not the one of the slot.
    fn mislabelled(&mut self, miss: &Mismatch, label: &Label, slot: &Slot) {
        if slot.labelled {
            let message = format!("unknown label `{}:` of `{}`", label.name, miss.title());
            let finding = Diagnostic::error("LUD0204", &label.origin, message).label("no slot of this name");
            let note = habits::note(&miss.clause.head, &format!("{}:", label.name)).map(str::to_owned);
            return self.push(finding.hint(note.unwrap_or_else(|| format!("did you mean `{}:`?", slot.name))));
        }
        let message = format!("this argument of `{}` has no label", miss.title());
        let finding = Diagnostic::error("LUD0213", &label.origin, message).label("not wanted");
        // The value of such a label may fit here by chance.
        let head = miss.form.slots.iter().any(|other| other.kind == &*label.name && !std::ptr::eq(other, slot));
        self.push(finding.hint(match head {
            true => format!("`{0}` is a ludeme here: write `({0} …)`", label.name),
            false => format!("leave `{}:` out", label.name),
        }));
    }

    /// Reports a clause or a string for which there is none among several slots.
    fn neither(&mut self, arg: &Term, group: &[Slot]) {
        let what = match &arg.kind {
            TermKind::Clause(clause) => self.describe_clause(clause),
            _ => "a string".into(),
        };
        let message = format!("expected `{}`, found {what}", alternatives(group));
        let finding = Diagnostic::error("LUD0206", &arg.origin, message).label("neither of these");
        let wants: Vec<Want> = group.iter().map(Want::of).collect();
        let number = group.iter().any(|slot| slot.kind == "int");
        let int = self.schema.literals().int;
        let digits = group.iter().any(|slot| self.schema.kind_of(slot.kind_id).takes_literal(int));
        let other = group.iter().find(|slot| slot.labelled && self.matcher.fits(arg, Want::of(slot)));
        let hint = match (&arg.kind, other) {
            (_, Some(slot)) => Some(format!("the label of this is `{}:`", slot.name)),
            (TermKind::Clause(clause), None) => self.instead(arg, clause, &wants),
            (TermKind::Text(text), None) if digits && literal::is_integer(text) => {
                Some(format!("leave the quotes out: `{text}`"))
            }
            (TermKind::Text(text), None) if number && habits::is_site(text) => {
                Some(format!("the number of a site is `(coord \"{text}\")`, that of a piece `(id \"{text}\")`"))
            }
            (TermKind::Text(text), None) if number => Some(match text.trim_end_matches(|c: char| c.is_ascii_digit()) {
                bare if bare.len() < text.len() => {
                    format!("the number of a piece is `(id \"{text}\")`, or `(id \"{bare}\" Mover)` without its owner")
                }
                bare => format!(
                    "the number of a piece is `(id \"{bare}\" Mover)`, or `(id \"{bare}1\")` with the number of its owner"
                ),
            }),
            _ => None,
        };
        self.push(finding.hint_if(hint));
    }

    /// Reports what is wrong with the value of an argument, which one of several slots wants.
    fn wrong_value(&mut self, miss: &Mismatch, arg: &Term, want: Want, group: &[Slot]) {
        let before = self.findings.len();
        // Where a name or a number can stand, a role is meant for a number, and so is a site.
        let counts = self.is_role(arg) || matches!(&arg.kind, TermKind::Word(word) if habits::is_site(word));
        let number = group.iter().find(|slot| counts && slot.kind == "int" && slot.depth == 0 && !slot.labelled);
        // Of several lists that could be meant it is the one that it comes nearest to.
        let lists = group.iter().filter(|slot| slot.depth > 0 && labels_agree(arg, slot)).map(Want::of);
        let lists = lists.filter(|other| matches!(arg.kind, TermKind::Array(_)) && *other != want);
        let mut fewest: Option<Vec<Diagnostic>> = None;
        for want in std::iter::once(number.map_or(want, Want::of)).chain(lists) {
            self.value(arg, want);
            let found = self.findings.split_off(before);
            if fewest.as_ref().is_none_or(|fewest| found.len() < fewest.len()) {
                fewest = Some(found);
            }
        }
        self.findings.extend(fewest.into_iter().flatten());
        // A word that no constant of this slot is like may be meant for another form.
        if let ([found], TermKind::Word(word)) = (self.findings.get(before..).unwrap_or_default(), &arg.kind)
            && found.code == "LUD0202"
            && !habits::is_site(word)
            && !found.hints.iter().any(|hint| hint.starts_with("did you mean"))
        {
            let slots = miss.forms.iter().flat_map(|form| &form.slots);
            let own: Vec<&str> = slots.flat_map(|slot| self.constants_of(slot.kind_id)).collect();
            if let (Some(found), Some(hint)) = (self.findings.last_mut(), meant(word, &own)) {
                found.hints = vec![hint];
            }
        }
        let choice = matches!(arg.kind, TermKind::Array(_)).then(|| self.choice(want.kind));
        // What is wrong is the argument itself, not something inside it, and there is no better advice.
        if let [found] = self.findings.get_mut(before..).unwrap_or_default()
            && found.hints.is_empty()
            && matches!(found.code, "LUD0206" | "LUD0210")
        {
            let own = found.origin.as_ref() == Some(&arg.origin);
            let element = arg.items().iter().any(|item| found.origin.as_ref() == Some(&item.origin));
            let sort = miss.sort(arg).filter(|_| own || element);
            found.hints.extend(sort.or_else(|| own.then(|| miss.listed())).or(choice.filter(|_| element)));
        }
    }

    /// Whether a unit is filled with an argument that fits.
    fn holds(&mut self, miss: &Mismatch, unit: usize) -> bool {
        miss.filled.iter().any(|&(arg, slot)| {
            let slot = &miss.form.slots[slot];
            slot.unit == unit && miss.args.get(arg).is_some_and(|arg| self.matcher.fits(arg, Want::of(slot)))
        })
    }

    /// Tells how to write an argument in which one thing was found wrong, if that makes the clause right; and whether
    /// what is wrong is that other arguments of the clause stand within this one.
    fn amend(&mut self, miss: &Mismatch, arg: &Term, before: usize) -> bool {
        let Some([found]) = self.findings.get(before..) else { return false };
        let (clause, kind) = (miss.clause, miss.form.kind_id);
        let array = || TermKind::Array(vec![arg.bare()]);
        if found.code == "LUD0212" || found.code == "LUD0209" && is_right_as(clause, kind, arg, array()) {
            return false;
        }
        let at = |origin: &Origin| found.origin.as_ref() == Some(origin);
        let surplus = matches!(found.code, "LUD0204" | "LUD0208" | "LUD0211");
        let closed = if surplus { self.closed(clause, arg, kind, at) } else { None };
        let closed = closed.or_else(|| if surplus { None } else { self.behind_label(clause, arg, kind) });
        let within = closed.is_some();
        let hint = match &arg.kind {
            _ if within => closed,
            TermKind::Clause(inner) if inner.items.iter().any(|item| at(&item.origin)) => {
                self.as_label(clause, arg, kind).or_else(|| self.other_head(clause, arg, kind))
            }
            TermKind::Clause(inner) if at(&inner.head_origin) => self.rewritten(clause, arg, kind),
            _ if at(&arg.origin) && found.code == "LUD0206" => {
                self.rewritten(clause, arg, kind).or_else(|| self.unwrapped(clause, arg, kind))
            }
            _ if at(&arg.origin) => self.rewritten(clause, arg, kind),
            _ => None,
        };
        let (Some(found), Some(hint)) = (self.findings.last_mut(), hint) else { return false };
        if let TermKind::Word(word) = &arg.kind
            && found.code == "LUD0202"
            && self.schema.is_head(word)
        {
            found.message = format!("the ludeme `{word}` without brackets");
            found.label = "a ludeme stands in brackets with its arguments".into();
        }
        found.hints = vec![hint];
        within
    }

    /// Reports the required arguments that are not there.
    fn missing(&mut self, miss: &Mismatch, units: &[usize]) {
        let mut names: Vec<String> =
            units.iter().map(|&unit| format!("`{}`", alternatives(miss.group(unit)))).collect();
        let Some(last) = names.pop() else { return };
        let (list, label) = match names.len() {
            0 => (last, "argument missing"),
            _ => (format!("{} and {last}", names.join(", ")), "arguments missing"),
        };
        let message = format!("`{}` lacks {list}", miss.title());
        let finding = Diagnostic::error("LUD0207", &miss.clause.head_origin, message).label(label);
        let whom = || match units {
            [unit] => self.for_whom(miss.clause, miss.form, miss.group(*unit)),
            _ => None,
        };
        let hint = miss.args.iter().find_map(|arg| self.unwrapped(miss.clause, arg, miss.form.kind_id)).or_else(whom);
        self.push(finding.hint_if(hint).hint(miss.listed()));
    }
}

/// Slots of which one is filled, as a form lists them.
pub(super) fn alternatives(group: &[Slot]) -> String {
    group.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ")
}

/// Whether the ludeme of a part has a label.
pub(super) fn has_label(head: &str, label: &str) -> bool {
    let mut forms = Schema::get().forms_for(head).filter(|form| form.kind == head);
    forms.any(|form| form.slots.iter().any(|slot| slot.labelled && slot.name == label))
}

/// The label that a word is when only its colon is missing, or an equals sign stands for it.
pub(super) fn lost_colon(form: &'static Form, term: &Term) -> Option<&'static str> {
    let TermKind::Word(word) = &term.kind else { return None };
    let name = word.strip_suffix('=').unwrap_or(word);
    let slot = form.slots.iter().find(|slot| slot.labelled && slot.name == name)?;
    term.label.is_none().then_some(slot.name)
}
