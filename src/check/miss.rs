//! What is wrong with a clause, told by the form it comes nearest to.

use super::align::{Alignment, Step, plausible};
use super::explain::Explainer;
use super::matcher::{Want, labels_agree};
use crate::diag::Diagnostic;
use crate::expand::tree::{Clause, Label, Term, TermKind};
use crate::schema::{Form, Slot, nearest};

/// How many forms a hint lists.
const LISTED: usize = 4;

/// A clause that matches no form, beside the form it comes nearest to.
pub(super) struct Miss<'a> {
    clause: &'a Clause,
    best: &'a Alignment,
    form: &'static Form,
    /// The arguments, the keywords left out.
    args: &'a [Term],
    /// The arguments that are meant for a slot, with the slot.
    filled: Vec<(usize, usize)>,
    /// The forms the clause could have had.
    forms: &'a [&'static Form],
}

impl<'a> Miss<'a> {
    /// A clause, its nearest alignment, and the forms that were compared.
    pub fn new(clause: &'a Clause, best: &'a Alignment, forms: &'a [&'static Form]) -> Miss<'a> {
        let filled = best.steps.iter().filter_map(|step| match *step {
            Step::Place(arg, slot) => Some((arg, slot)),
            _ => None,
        });
        let args = clause.items.get(best.form.keywords..).unwrap_or_default();
        Miss { clause, best, form: best.form, args, filled: filled.collect(), forms }
    }

    /// The head and keyword of the clause as the form has them.
    fn title(&self) -> String {
        match self.form.keyword {
            Some(keyword) => format!("{} {keyword}", self.clause.head),
            None => self.clause.head.to_string(),
        }
    }

    /// The forms the clause could have had, the nearest first.
    fn listed(&self) -> String {
        let others = self.forms.iter().filter(|form| !std::ptr::eq(**form, self.form));
        let all: Vec<String> = std::iter::once(&self.form).chain(others).map(|form| format!("`{form}`")).collect();
        if let [only] = all.as_slice() {
            return format!("the form is {only}");
        }
        let more = if all.len() > LISTED { format!(", and {} more", all.len() - LISTED) } else { String::new() };
        format!("the forms are {}{more}", all[..all.len().min(LISTED)].join(", "))
    }
}

impl Explainer<'_> {
    /// Reports each departure of an alignment.
    pub(super) fn steps(&mut self, miss: &Miss) {
        let (form, args, best) = (miss.form, miss.args, miss.best);
        // A required argument that is there but carries no slot is one mistake, not two.
        let surplus = best.steps.iter().any(|step| matches!(step, Step::Surplus(_)));
        for step in &best.steps {
            match *step {
                Step::Place(arg, slot) => {
                    if let (Some(arg), Some(slot)) = (args.get(arg), form.slots.get(slot)) {
                        self.placed(miss, arg, slot);
                    }
                }
                Step::Surplus(arg) => {
                    if let Some(term) = args.get(arg) {
                        self.surplus(miss, term, arg);
                    }
                }
                Step::Missing(unit) if !surplus || !self.misplaced(miss, unit) => {
                    self.missing(miss, unit);
                }
                Step::Missing(..) => {}
            }
        }
    }

    /// Whether an argument without a slot would fit the unit: it is there, only in the wrong place.
    fn misplaced(&mut self, miss: &Miss, unit: usize) -> bool {
        let unit = miss.form.units[unit];
        miss.best.steps.iter().any(|step| match *step {
            Step::Surplus(arg) => miss.args.get(arg).is_some_and(|arg| {
                let slots = &miss.form.slots[unit.first..unit.end];
                let named = |slot: &Slot| arg.label.as_ref().is_some_and(|label| *label.name == *slot.kind);
                slots
                    .iter()
                    .any(|slot| named(slot) || labels_agree(arg, slot) && self.matcher.fits(arg, Want::of(slot)))
            }),
            _ => false,
        })
    }

    /// Reports what is wrong with an argument that is meant for a slot, if anything is.
    fn placed(&mut self, miss: &Miss, arg: &Term, slot: &Slot) {
        let form = miss.form;
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
                        let message = format!("an argument of `{}` that needs a label", miss.title());
                        Diagnostic::error("LUD0212", &arg.origin, message)
                            .hint(format!("write {} before it", labels.join(" or ")))
                    }
                    _ => Diagnostic::error("LUD0212", &arg.origin, format!("the label `{}:` is missing", slot.name))
                        .hint(format!("write `{}:` before it", slot.name)),
                };
                self.push(finding.label("needs a label"));
            }
            (Some(label), false) if slot.labelled => {
                let message = format!("unknown label `{}:` of `{}`", label.name, miss.title());
                let finding = Diagnostic::error("LUD0204", &label.origin, message).label("no slot of this name");
                self.push(finding.hint(format!("did you mean `{}:`?", slot.name)));
            }
            (Some(label), false) => {
                let message = format!("this argument of `{}` has no label", miss.title());
                let finding = Diagnostic::error("LUD0213", &label.origin, message).label("not wanted");
                self.push(finding.hint(format!("leave `{}:` out", label.name)));
            }
        }
        if fits {
            return;
        }
        let elsewhere = form.slots.iter().any(|other| {
            labels_agree(arg, other) && self.matcher.fits(arg, Want::of(other)) && !self.holds(miss, other.unit)
        });
        if elsewhere && !plausible(self.matcher, arg, want) {
            let message = format!("the arguments of `{}` are not in order", miss.title());
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
    fn holds(&mut self, miss: &Miss, unit: usize) -> bool {
        miss.filled.iter().any(|&(arg, slot)| {
            let slot = &miss.form.slots[slot];
            slot.unit == unit && miss.args.get(arg).is_some_and(|arg| self.matcher.fits(arg, Want::of(slot)))
        })
    }

    /// Reports an argument that has no slot, or the mistake inside it.
    fn surplus(&mut self, miss: &Miss, arg: &Term, at: usize) {
        let before = self.findings.len();
        self.anywhere(arg);
        if self.findings.len() > before {
            return;
        }
        if let Some(label) = &arg.label {
            return self.surplus_label(miss, label, at);
        }
        let (form, title) = (miss.form, miss.title());
        for (other, slot) in &miss.filled {
            let unit = form.units[form.slots[*slot].unit];
            let group = &form.slots[unit.first..unit.end];
            let rival = group.iter().any(|slot| labels_agree(arg, slot) && self.matcher.fits(arg, Want::of(slot)));
            if group.len() > 1 && rival {
                let names: Vec<String> = group.iter().map(ToString::to_string).collect();
                let message = format!("only one of `{}` may be given", names.join(" | "));
                let mut finding = Diagnostic::error("LUD0211", &arg.origin, message).label("one too many");
                if let Some(other) = miss.args.get(*other) {
                    finding = finding.also(other.origin.span, "the other one");
                }
                return self.push(finding.hint("leave one of them out"));
            }
        }
        let fits = form.slots.iter().find(|slot| labels_agree(arg, slot) && self.matcher.fits(arg, Want::of(slot)));
        let free = fits.filter(|fits| !miss.filled.iter().any(|(_, slot)| form.slots[*slot].unit == fits.unit));
        let finding = match free {
            Some(_) => Diagnostic::error("LUD0205", &arg.origin, format!("this argument of `{title}` is out of place"))
                .label("arguments keep their order")
                .hint(format!("the order is `{form}`")),
            None => Diagnostic::error("LUD0208", &arg.origin, format!("one argument too many for `{title}`"))
                .label("has no place")
                .hint(miss.listed()),
        };
        self.push(finding);
    }

    /// Reports a label that no slot has, or one whose slot is taken or passed.
    fn surplus_label(&mut self, miss: &Miss, label: &Label, at: usize) {
        let (form, title) = (miss.form, miss.title());
        let own = form.slots.iter().position(|slot| slot.labelled && *slot.name == *label.name);
        let Some(own) = own else {
            let message = format!("unknown label `{}:` of `{title}`", label.name);
            let mut finding = Diagnostic::error("LUD0204", &label.origin, message).label("no slot of this name");
            let labels = form.slots.iter().filter(|slot| slot.labelled).map(|slot| slot.name);
            let near = nearest(&label.name, labels);
            if let Some(near) = near.first() {
                finding = finding.hint(format!("did you mean `{near}:`?"));
            } else if form.slots.iter().any(|slot| slot.kind == &*label.name) {
                finding = finding.hint(format!("`{0}` is a ludeme here: write `({0} …)`", label.name));
            }
            return self.push(finding.hint(miss.listed()));
        };
        let unit = form.slots[own].unit;
        let same = miss.filled.iter().find(|(_, slot)| form.slots[*slot].unit == unit);
        if let Some(&(other, slot)) = same {
            let again = form.slots[slot].name == form.slots[own].name;
            let message = if again {
                format!("label `{}:` is given twice", label.name)
            } else {
                format!("`{}:` excludes what is already given", label.name)
            };
            let code = if again { "LUD0205" } else { "LUD0211" };
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

    /// Reports a required argument that is not there.
    fn missing(&mut self, miss: &Miss, unit: usize) {
        let unit = miss.form.units[unit];
        let names: Vec<String> = miss.form.slots[unit.first..unit.end].iter().map(ToString::to_string).collect();
        let message = format!("`{}` lacks `{}`", miss.title(), names.join(" | "));
        let finding = Diagnostic::error("LUD0207", &miss.clause.head_origin, message).label("argument missing");
        self.push(finding.hint(miss.listed()));
    }
}
