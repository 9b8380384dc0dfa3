//! What is wrong with the head or the keyword of a clause.

use super::align::{Alignment, MISSING};
use super::explain::{Explainer, WORDS, did_you_mean, meant, ticked};
use super::matcher::Want;
use super::passed::is_given;
use super::rewritten::{disguised, is_right, is_right_with};
use super::{habits, literal};
use crate::diag::Diagnostic;
use crate::expand::tree::{Clause, Term, TermKind};
use crate::schema::{Form, Kind, nearest};

impl Explainer<'_> {
    /// Reports an unknown ludeme, and what is wrong inside it.
    pub(super) fn unknown_head(&mut self, term: &Term, clause: &Clause, wanted: Option<&'static Kind>) {
        let head = &*clause.head;
        // A quoted head is a call of a define that does not exist, which was reported when it was to be expanded.
        if head.starts_with('"') {
            return clause.items.iter().for_each(|item| self.anywhere(item));
        }
        let headless = wanted.and_then(|wanted| self.headless(term, wanted.id));
        let words = headless.is_none() && clause.items.iter().all(|item| matches!(item.kind, TermKind::Word(_)));
        let of_kind =
            |item: &Term, kind| matches!(&item.kind, TermKind::Word(word) if self.schema.constant(word).contains(kind));
        let mut kinds = self.schema.constant(head).iter();
        let alike = kinds.any(|kind| clause.items.iter().all(|item| of_kind(item, kind)));
        let constants = alike && !clause.items.is_empty() && self.compound(head, wanted).is_none();
        if words && (literal::is_integer(head) || habits::is_site(head) || constants) {
            let items = std::iter::once(head.to_owned()).chain(clause.items.iter().map(Term::to_string));
            let quote = if habits::is_site(head) { "\"" } else { "" };
            let list = items.collect::<Vec<_>>().join(&format!("{quote} {quote}"));
            let finding = Diagnostic::error("LUD0201", &term.origin, "a list in parentheses").label("not a ludeme");
            return self.push(finding.hint(format!("a list stands in braces: `{{{quote}{list}{quote}}}`")));
        }
        if let Some(found) = wanted.and_then(|wanted| self.infix(term, wanted.id)) {
            return self.push(found);
        }
        let message = format!("unknown ludeme `{head}`");
        // Brackets around a marker make a clause even of a number.
        let plain = clause.items.is_empty() && self.is_known(head);
        let place =
            if plain && is_given(&term.origin, &clause.head_origin) { &term.origin } else { &clause.head_origin };
        let label = if plain { "not a ludeme" } else { "not a word of the language" };
        let mut finding = Diagnostic::error("LUD0201", place, message).label(label);
        let near = self.heads_for(clause, wanted);
        let may_stand =
            |head: &str| self.schema.forms_for(head).any(|form| wanted.is_none_or(|wanted| wanted.takes(form.kind_id)));
        let beside = |habit: &str| wanted.is_some_and(|wanted| self.stands_beside(habit, wanted));
        // What can stand here itself goes before a keyword of that name, and this before what stands next to it.
        let habit = |stands: &dyn Fn(&str) -> bool| {
            let habit = habits::head(head).filter(|habit| stands(habit)).map(|habit| did_you_mean(&[habit]));
            habit.or_else(|| habits::clause(head, stands).map(|said| format!("write `{said}`")))
        };
        // With a capital letter and arguments it is rather a keyword than a word of talk.
        let keyword = head.starts_with(char::is_uppercase) && !clause.items.is_empty();
        let keyword = self.compound(head, wanted).filter(|_| keyword).or_else(|| habit(&may_stand));
        let habit = keyword.or_else(|| self.compound(head, wanted)).or_else(|| habit(&beside));
        // What is around a single clause that can stand here itself, or is meant for one that can, says nothing.
        let only = match clause.items.as_slice() {
            [Term { kind: TermKind::Clause(inner), label: None, .. }] if wanted.is_some() && near.is_empty() => {
                Some(inner)
            }
            _ => None,
        };
        let meant = only.and_then(|inner| habits::clause(&inner.head, may_stand));
        if let Some(hint) = habits::glued(head).or_else(|| self.apart(term, clause)).or(habit).or(headless) {
            finding = finding.hint(hint);
        } else if !near.is_empty() {
            finding = finding.hint(did_you_mean(&near));
        } else if let Some(said) = meant {
            return self.push(finding.hint(format!("write `{said}`")));
        } else if only.is_some_and(|inner| may_stand(&inner.head)) {
            finding = finding.hint(format!("leave `{head}` and its brackets out"));
        } else if let Some(wanted) = wanted {
            let heads = self.schema.heads_of(wanted);
            if let [only] = heads.as_slice() {
                finding = finding.hint(format!("what stands here is `({only} …)`"));
            } else if !heads.is_empty() && heads.len() <= WORDS {
                finding = finding.hint(format!("`<{}>` is one of {}", wanted.name, ticked(&heads)));
            } else {
                finding = finding.hint(format!("`ludemic explain {}` lists what can stand here", wanted.name));
            }
        }
        self.push(finding);
        clause.items.iter().for_each(|item| self.anywhere(item));
    }

    /// Whether a clause of a head stands in the same ludemes as what is of a kind.
    fn stands_beside(&self, head: &str, wanted: &Kind) -> bool {
        self.schema.forms().iter().any(|form| {
            let kinds = || form.slots.iter().map(|slot| self.schema.kind_of(slot.kind_id));
            kinds().any(|kind| kind.id == wanted.id)
                && kinds().any(|kind| self.schema.forms_for(head).any(|form| kind.takes(form.kind_id)))
        })
    }

    /// The heads that an unknown one may be meant for: of those that are like it, the ones with which the clause is
    /// right, if there are any.
    fn heads_for(&self, clause: &Clause, wanted: Option<&Kind>) -> Vec<&'static str> {
        let near = self.schema.heads_like(&clause.head, wanted);
        let right = self.tried(clause, &near, wanted);
        if !near.is_empty() {
            return if right.is_empty() { near } else { right };
        }
        let elsewhere = self.schema.heads_like(&clause.head, None);
        let right = self.tried(clause, &elsewhere, None);
        if wanted.is_some() || !right.is_empty() { right } else { elsewhere }
    }

    /// Those of some heads with which a clause has a form of a kind, or of any.
    pub(super) fn tried(&self, clause: &Clause, heads: &[&'static str], wanted: Option<&Kind>) -> Vec<&'static str> {
        let right = |head: &&&'static str| is_right(clause.headed(head), wanted.map(|wanted| wanted.id));
        heads.iter().filter(right).copied().collect()
    }

    /// Reports a wrong or missing keyword; false when the clause has no need of one.
    pub(super) fn keyword(&mut self, clause: &Clause, forms: &[&'static Form], best: Option<&Alignment>) -> bool {
        let mut keywords: Vec<&str> = forms.iter().filter_map(|form| form.keyword).collect();
        keywords.sort_unstable();
        keywords.dedup();
        if keywords.is_empty() {
            return false;
        }
        if let Some(found) = disguised(clause, forms) {
            self.push(found);
            return true;
        }
        let first = clause.items.first();
        let word = first.and_then(|item| match (&item.kind, &item.label) {
            (TermKind::Word(word), None) if literal::float(word).is_none() => Some((item, &**word)),
            _ => None,
        });
        // A label that is spelt nearly as the form has it says which one is meant.
        let labels = clause.items.iter().filter_map(|item| item.label.as_ref());
        let spelt = |best: &Alignment| {
            let slots = || best.form.slots.iter().filter(|slot| slot.labelled).map(|slot| slot.name);
            labels.clone().any(|label| !nearest(&label.name, slots()).is_empty())
        };
        let near = best.is_some_and(|best| best.cost <= MISSING || spelt(best));
        let led = if near { Vec::new() } else { self.led(clause, forms) };
        let Some((item, word)) = word.filter(|_| led.is_empty()) else {
            if led.is_empty() && best.is_some() {
                return false;
            }
            let message = format!("`{}` needs a keyword", clause.head);
            let finding = Diagnostic::error("LUD0203", &clause.head_origin, message).label("keyword missing");
            let other = habits::head(&clause.head).filter(|other| is_right(clause.headed(other), None));
            self.push(finding.hint(match other {
                Some(other) => did_you_mean(&[other]),
                None if led.is_empty() => format!("one of {} comes first", ticked(&keywords)),
                None => did_you_mean(&led.iter().map(String::as_str).collect::<Vec<_>>()),
            }));
            clause.items.iter().filter(|_| led.is_empty()).for_each(|item| self.anywhere(item));
            return true;
        };
        let placed = best.is_some_and(|best| {
            let mut slots = best.form.slots.iter().filter(|slot| !slot.labelled);
            slots.any(|slot| self.matcher.fits(item, Want::of(slot)))
        });
        if placed {
            return false;
        }
        // `(move Swap)`: the first of two keywords is there, the second is not.
        let second: Vec<&str> =
            keywords.iter().copied().filter(|all| all.strip_prefix(word).is_some_and(|r| r.starts_with(' '))).collect();
        let (message, near) = if second.is_empty() {
            (format!("unknown keyword `{word}` of `{}`", clause.head), meant(word, &keywords))
        } else {
            (format!("`{} {word}` needs a second keyword", clause.head), Some(did_you_mean(&second)))
        };
        let mut finding = Diagnostic::error("LUD0203", &item.origin, message).label("no form begins so");
        let said = habits::note(&clause.head, word).map(str::to_owned).or(near).or_else(|| habits::sign(word));
        if let Some(hint) = said.or_else(|| forms.iter().find_map(|form| self.rewritten(clause, item, form.kind_id))) {
            finding = finding.hint(hint);
        } else if clause.items.len() > 1
            && forms.iter().any(|form| form.keyword.is_none() && is_right_with(clause, form.kind_id, 0, 1, None))
        {
            finding = finding.hint(format!("leave `{word}` out"));
        } else if keywords.len() <= WORDS {
            finding = finding.hint(format!("`{}` goes with {}", clause.head, ticked(&keywords)));
        } else {
            finding = finding.hint(format!("`ludemic explain {}` lists its keywords", clause.head));
        }
        self.push(finding);
        clause.items.iter().skip(1).for_each(|item| self.anywhere(item));
        true
    }
}
