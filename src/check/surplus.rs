//! What is wrong with an argument for which a form has no slot.

use super::align::similar;
use super::explain::{Explainer, did_you_mean, meant};
use super::home::home;
use super::matcher::{Want, labels_agree};
use super::mismatch::{Mismatch, alternatives, has_label, lost_colon};
use super::rewritten::{is_right, is_right_as};
use super::{habits, literal};
use crate::diag::Diagnostic;
use crate::expand::tree::{Label, Term, TermKind};
use crate::schema::{Form, Slot, nearest};

impl Explainer<'_> {
    /// Reports an argument that has no slot, or the mistake inside it.
    pub(super) fn surplus(&mut self, miss: &Mismatch, arg: &Term, at: usize) {
        if let Some(found) = self.misnamed(miss, arg) {
            return self.push(found);
        }
        let before = self.findings.len();
        self.anywhere(arg);
        if self.findings.len() > before {
            return;
        }
        if let Some(label) = &arg.label {
            return self.surplus_label(miss, label, at);
        }
        if let Some(label) = lost_colon(miss.form, arg) {
            let message = format!("the colon behind `{label}` is missing");
            let finding = Diagnostic::error("LUD0212", &arg.origin, message).label("a label ends in a colon");
            return self.push(finding.hint(format!("write `{label}:`")));
        }
        if let TermKind::Word(word) = &arg.kind
            && !self.is_known(word)
        {
            let message = format!("unknown constant `{word}`");
            let finding = Diagnostic::error("LUD0202", &arg.origin, message).label("not a word of the language");
            let note = habits::note(&miss.clause.head, word).map(str::to_owned);
            if let Some(hint) = note.or_else(|| habits::sign(word)).or_else(|| self.compound(word, None)) {
                return self.push(finding.hint(hint));
            }
            // Only words that one of the slots takes.
            let slots = miss.form.slots.iter().filter(|slot| slot.labelled == arg.label.is_some());
            let own: Vec<&str> = slots.flat_map(|slot| self.constants_of(slot.kind_id)).collect();
            // A name that nothing has yet is a name all the same.
            let name = is_right_as(miss.clause, miss.form.kind_id, arg, TermKind::Text(word.clone()));
            let quoted = || name.then(|| format!("names stand in quotes: `\"{word}\"`"));
            return self.push(finding.hint(meant(word, &own).or_else(quoted).unwrap_or_else(|| miss.listed())));
        }
        let (form, title) = (miss.form, miss.title());
        for (other, slot) in &miss.filled {
            let group = miss.group(form.slots[*slot].unit);
            let rival = group.iter().any(|slot| labels_agree(arg, slot) && self.matcher.fits(arg, Want::of(slot)));
            if group.len() > 1 && rival {
                let message = format!("only one of `{}` may be given", alternatives(group));
                let mut finding = Diagnostic::error("LUD0211", &arg.origin, message).label("one too many");
                if let Some(other) = miss.args.get(*other) {
                    finding = finding.also(other.origin.span, "the other one");
                }
                let kind = form.slots[*slot].kind_id;
                let all = group.iter().any(|slot| slot.depth == 1 && slot.kind_id == kind);
                return self.push(finding.hint(match all {
                    true => "put all of them in braces: `{… …}`",
                    false => "leave one of them out",
                }));
            }
        }
        let fits = form.slots.iter().find(|slot| labels_agree(arg, slot) && self.matcher.fits(arg, Want::of(slot)));
        let free = fits.filter(|fits| !miss.filled.iter().any(|(_, slot)| form.slots[*slot].unit == fits.unit));
        let finding = match free {
            Some(_) => {
                let place = self.place_in(&miss.term.origin, miss.clause, arg, true);
                Diagnostic::error("LUD0205", &place, format!("this argument of `{title}` is out of place"))
                    .label("arguments keep their order")
                    .hint(format!("the order is `{form}`"))
            }
            None => {
                let finding = Diagnostic::error("LUD0208", &arg.origin, format!("one argument too many for `{title}`"))
                    .label("has no place");
                let hint = self.without_place(miss, arg);
                finding.hint_if(hint).hint(miss.listed())
            }
        };
        self.push(finding);
    }

    /// The finding on a clause that would have a place under a head that is like its own, as `(results Mover Win)`:
    /// what is wrong with it under its own says nothing.
    fn misnamed(&mut self, miss: &Mismatch, arg: &Term) -> Option<Diagnostic> {
        let TermKind::Clause(clause) = &arg.kind else { return None };
        if !self.schema.is_head(&clause.head) || self.matcher.fits_some_kind(clause) {
            return None;
        }
        miss.form.slots.iter().filter(|slot| labels_agree(arg, slot)).find_map(|slot| {
            let kind = self.schema.kind_of(slot.kind_id);
            let right = self.tried(clause, &self.schema.heads_like(&clause.head, Some(kind)), Some(kind));
            let own = self.schema.forms_for(&clause.head).any(|form| kind.takes(form.kind_id));
            let found = self.wrong_kind_finding(arg, Want::of(slot), &self.describe_clause(clause));
            (!own && !right.is_empty()).then(|| found.hint(did_you_mean(&right)))
        })
    }

    /// What to do about an argument that has no place.
    fn without_place(&self, miss: &Mismatch, arg: &Term) -> Option<String> {
        let (form, clause, title) = (miss.form, miss.clause, miss.title());
        let wider = habits::head(&clause.head);
        let right = |head: &&str| is_right(clause.headed(head), Some(form.kind_id));
        if let Some(wider) = wider.filter(right) {
            return Some(did_you_mean(&[wider]));
        }
        let role = |slot: &Slot| slot.kind == "roleType" && !slot.labelled;
        let roles_alone = |arg: &Term| match &arg.kind {
            TermKind::Array(items) => items.iter().all(|item| self.is_role(item)),
            _ => self.is_role(arg),
        };
        let takes = |head: &str| {
            let mut kinds =
                form.slots.iter().filter(|slot| !slot.labelled).map(|slot| self.schema.kind_of(slot.kind_id));
            kinds.any(|kind| self.schema.forms_for(head).any(|form| kind.takes(form.kind_id)))
        };
        let right = |kind: TermKind| is_right_as(clause, form.kind_id, arg, kind);
        let own = form.kind == "item" && form.slots.iter().any(role);
        let habit = |said: &str| habits::clause(said, takes).map(|said| format!("write `{said}`"));
        if let Some(said) = miss.sort(arg) {
            return Some(said);
        }
        match &arg.kind {
            TermKind::Clause(inner) => {
                habit(&inner.head).or_else(|| home(inner).filter(|home| !home.contains(&format!("`({title} "))))
            }
            TermKind::Word(word) if literal::is_integer(word) && form.slots.iter().any(role) => {
                self.player(word).filter(|_| right(TermKind::Word("P1".into())))
            }
            _ if own && roles_alone(arg) => {
                Some(format!("`Each` is for all players; for some of them there is a `({title} …)` each"))
            }
            TermKind::Word(word) => {
                let own: Vec<&str> = form.slots.iter().flat_map(|slot| self.constants_of(slot.kind_id)).collect();
                let note = habits::note(&clause.head, word).map(str::to_owned).or_else(|| meant(word, &own));
                note.or_else(|| habit(word)).or_else(|| self.among_words(miss, arg))
            }
            TermKind::Array(_) => self.among_words(miss, arg),
            TermKind::Text(t) => right(TermKind::Word(t.clone())).then(|| format!("leave the quotes out: `{t}`")),
        }
    }

    /// Whether a term is a word for players.
    pub(super) fn is_role(&self, term: &Term) -> bool {
        let role = |word: &str| self.schema.kind("roleType").and_then(|roles| literal::constant(word, roles.id));
        matches!(&term.kind, TermKind::Word(word) if role(word).is_some())
    }

    /// How the player of a number is written, where the game has one; where it does not say how many, 16 are known.
    pub(super) fn player(&self, number: &str) -> Option<String> {
        let players = |item: &&Term| matches!(&item.kind, TermKind::Clause(clause) if &*clause.head == "players");
        let players = self.root.items().iter().find(players);
        let count = players.and_then(|all| all.items().first()?.to_string().parse::<usize>().ok()).unwrap_or(16);
        number.parse::<usize>().ok().filter(|n| (1..=count).contains(n)).map(|n| format!("a player is written `P{n}`"))
    }

    /// What takes words that stand one after another, or a list of them, as one argument.
    fn among_words(&self, miss: &Mismatch, arg: &Term) -> Option<String> {
        let at = miss.args.iter().position(|item| std::ptr::eq(item, arg))?;
        let word = |item: &Term| {
            let named = matches!(&item.kind, TermKind::Word(word) if literal::float(word).is_none());
            named && item.label.is_none()
        };
        let (before, behind) = match &arg.kind {
            TermKind::Array(items) if items.iter().all(word) => (0, 0),
            TermKind::Word(_) if word(arg) => (
                miss.args.iter().take(at).rev().take_while(|item| word(item)).count(),
                miss.args.iter().skip(at + 1).take_while(|item| word(item)).count(),
            ),
            _ => return None,
        };
        let keywords = miss.clause.items.len().saturating_sub(miss.args.len());
        self.in_list(miss.clause, miss.form, (keywords + at).saturating_sub(before), before + 1 + behind)
    }

    /// Reports a label that no slot has, or one whose slot is taken or passed.
    fn surplus_label(&mut self, miss: &Mismatch, label: &Label, at: usize) {
        let (form, title) = (miss.form, miss.title());
        let own = form.slots.iter().position(|slot| slot.labelled && *slot.name == *label.name);
        let before = at.checked_sub(1).and_then(|before| miss.args.get(before)).map(|before| &before.origin);
        let told = self.findings.iter().any(|found| found.code == "LUD0212" && found.origin.as_ref() == before);
        if label.name.is_empty() && before.is_some() && told {
            // A colon that stands by itself belongs to the word before it, and that has been told.
            return;
        }
        let Some(own) = own else {
            let message = format!("unknown label `{}:` of `{title}`", label.name);
            let finding = Diagnostic::error("LUD0204", &label.origin, message).label("no slot of this name");
            let labels = form.slots.iter().filter(|slot| slot.labelled).map(|slot| slot.name);
            let near = nearest(&label.name, labels);
            let head = || form.slots.iter().find(|slot| similar(&label.name, slot.kind)).map(|slot| slot.kind);
            let wanted = |one: &&Form| {
                form.slots.iter().any(|slot| !slot.labelled && self.schema.kind_of(slot.kind_id).takes(one.kind_id))
            };
            let hint = habits::note(&miss.clause.head, &format!("{}:", label.name))
                .map(str::to_owned)
                .or_else(|| near.first().map(|near| format!("did you mean `{near}:`?")))
                .or_else(|| head().map(|head| format!("`{head}` is a ludeme here: write `({head} …)`")))
                .or_else(|| part_of(miss, &label.name, at))
                .or_else(|| self.other_form(miss, &label.name))
                .or_else(|| {
                    let head = self.schema.forms_for(&label.name).find(wanted)?.head;
                    Some(format!("`{head}` is a ludeme here: write `({head} …)`"))
                });
            return self.push(finding.hint_if(hint).hint(miss.listed()));
        };
        let same = miss.filled.iter().find(|(_, slot)| form.slots[*slot].unit == form.slots[own].unit);
        if let Some(&(other, slot)) = same {
            let (code, message) = match form.slots[slot].name == form.slots[own].name {
                true => ("LUD0205", format!("label `{}:` is given twice", label.name)),
                false => ("LUD0211", format!("`{}:` excludes what is already given", label.name)),
            };
            let mut finding = Diagnostic::error(code, &label.origin, message).label("one too many");
            if let Some(other) = miss.args.get(other) {
                finding = finding.also(other.origin.span, "the other one");
            }
            return self.push(finding.hint(miss.listed()));
        }
        let message = format!("label `{}:` is out of place", label.name);
        let mut finding = Diagnostic::error("LUD0205", &label.origin, message).label("labels keep their order");
        // Slots are in order, so its place is after the last argument of an earlier slot.
        let earlier = miss.filled.iter().rev().find(|(_, slot)| *slot < own).and_then(|(arg, _)| miss.args.get(*arg));
        let later = miss.filled.iter().find(|(_, slot)| *slot > own).and_then(|(arg, _)| miss.args.get(*arg));
        let at_later = miss.filled.iter().any(|(other, slot)| *slot > own && *other < at);
        finding = match (earlier, later) {
            (_, Some(later)) if at_later => {
                finding.also(later.origin.span, format!("`{}:` belongs before this", label.name))
            }
            (Some(earlier), _) => finding.also(earlier.origin.span, format!("`{}:` belongs after this", label.name)),
            _ => finding,
        };
        self.push(finding.hint(format!("the order is `{form}`")));
    }

    /// The form of the same head that has a label, or whose keyword the label holds, as `onStack` holds that of
    /// `place Stack`.
    fn other_form(&self, miss: &Mismatch, label: &str) -> Option<String> {
        let forms = || self.schema.forms_for(&miss.clause.head).filter(|form| form.title() != miss.title());
        if let Some(form) = forms().find(|form| form.slots.iter().any(|slot| slot.labelled && slot.name == label)) {
            return Some(format!("`{label}:` is an argument of `{}`", form.title()));
        }
        let form = forms().find(|form| form.keyword.is_some_and(|keyword| label.ends_with(keyword)))?;
        Some(format!("did you mean `({} …)`?", form.title()))
    }
}

/// The part of a ludeme that a label belongs in: the argument before it, or a required one that is not there.
fn part_of(miss: &Mismatch, label: &str, at: usize) -> Option<String> {
    let before = at.checked_sub(1).and_then(|before| miss.args.get(before));
    if let Some(TermKind::Clause(part)) = before.map(|before| &before.kind)
        && has_label(&part.head, label)
    {
        return Some(format!("`{label}:` stands before the `)` of `({} …)`", part.head));
    }
    let slots = &miss.form.slots;
    let filled: Vec<usize> = miss.filled.iter().filter_map(|(_, slot)| Some(slots.get(*slot)?.unit)).collect();
    let free = |slot: &&Slot| !slot.optional && !filled.contains(&slot.unit) && has_label(slot.kind, label);
    let part = slots.iter().find(free)?.kind;
    Some(format!("`{label}:` is an argument of `({part} …)`: write `({part} {label}:…)`"))
}
