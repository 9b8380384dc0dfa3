//! Slips of writing that give a tree another shape: a bracket behind the name of its ludeme, as in `is(Line 3)`, a space
//! or quotes around a label, `if :(..)`, `"if":(..)`, `if = (..)`. Each is told once, and what is compared with the
//! language is the tree that was meant.

use super::habits;
use super::literal::capitalised;
use super::rewritten::{bracketed, write};
use crate::diag::Diagnostic;
use crate::expand::tree::{Label, Term, TermKind};
use crate::schema::Schema;

/// A term as it was meant, and a finding for each slip in it.
pub(super) fn mended(term: &Term, findings: &mut Vec<Diagnostic>) -> Term {
    let kind = match &term.kind {
        TermKind::Clause(clause) => TermKind::Clause(clause.with(list(&clause.items, Some(&clause.head), findings))),
        TermKind::Array(items) => TermKind::Array(list(items, None, findings)),
        kind => kind.clone(),
    };
    term.with_kind(kind)
}

fn list(items: &[Term], head: Option<&str>, findings: &mut Vec<Diagnostic>) -> Vec<Term> {
    let mut out = Vec::with_capacity(items.len());
    let mut rest = items;
    while let Some((item, behind)) = rest.split_first() {
        let slip = labelled(item, behind, head).or_else(|| called(item, behind, head));
        let (term, taken, finding) = slip.map_or((None, 1, None), |(term, taken, found)| (Some(term), taken, found));
        // A define that is called in many places has left as many copies of its slips.
        findings.extend(finding.filter(|new| !findings.iter().any(|old| place(old) == place(new))));
        out.push(mended(term.as_ref().unwrap_or(item), findings));
        rest = rest.get(taken..).unwrap_or_default();
    }
    out
}

fn place(finding: &Diagnostic) -> Option<crate::source::Span> {
    finding.origin.as_ref().map(|origin| origin.span)
}

/// What one term and those behind it were meant for, how many they are, and what is found.
type Slip = (Term, usize, Option<Diagnostic>);

/// A label that does not touch its colon, or has an equals sign for it.
fn labelled(item: &Term, behind: &[Term], head: Option<&str>) -> Option<Slip> {
    let (TermKind::Word(text) | TermKind::Text(text)) = &item.kind else { return None };
    let next = behind.first().filter(|_| item.label.is_none());
    let colon = next.is_some_and(|next| next.label.as_ref().is_some_and(|label| label.name.is_empty()));
    let sign =
        next.is_some_and(|next| next.label.is_none() && matches!(&next.kind, TermKind::Word(sign) if &**sign == "="));
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let own = || head.is_some_and(|head| has_label(head, name));
    let plain =
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let shown = value;
    let (value, taken, message) = match (name.len() == text.len(), value) {
        (true, _) if colon && plain => (next?.clone(), 2, "stands alone, before its colon"),
        (true, _) if sign && own() => (behind.get(1)?.clone(), 3, "has a colon, no equals sign"),
        (false, "") if own() => (next?.clone(), 2, "has a colon, no equals sign"),
        (false, value) if own() => (item.with_kind(TermKind::Word(value.into())), 1, "has a colon, no equals sign"),
        _ => return None,
    };
    let finding = Diagnostic::error("LUD0212", &item.origin, format!("the label `{name}` {message}"))
        .label("a label and its colon are one word")
        .hint(format!("write `{name}:{shown}`"));
    let label = Some(Label { name: name.into(), origin: item.origin.clone() });
    Some((Term { label, ..value }, taken, Some(finding)))
}

/// Whether a form of a ludeme has a label.
fn has_label(head: &str, name: &str) -> bool {
    Schema::get().forms_for(head).flat_map(|form| &form.slots).any(|slot| slot.labelled && *slot.name == *name)
}

/// A ludeme whose bracket stands behind its name. A name that is none of the language is told of as such.
fn called(item: &Term, behind: &[Term], around: Option<&str>) -> Option<Slip> {
    let (TermKind::Word(word), Some(next)) = (&item.kind, behind.first()) else { return None };
    let (end, start) = (item.origin.span, next.origin.span);
    let TermKind::Clause(inner) = &next.kind else { return None };
    let touching = next.label.is_none() && end.source == start.source && end.end == start.start;
    // A label that lost its colon is told of as such.
    if around.is_some_and(|around| has_label(around, word)) {
        return None;
    }
    let constant = || !Schema::get().constant(&capitalised(word)).is_empty();
    let head = habits::head(word).unwrap_or(word);
    let known = Schema::get().is_head(head);
    if !touching
        || !word.bytes().all(|byte| byte.is_ascii_alphanumeric())
        || !word.starts_with(|c: char| c.is_ascii_lowercase())
        || !known && constant()
    {
        return None;
    }
    let mut items = inner.items.clone();
    match items.first_mut() {
        // The head of a clause has lost its colon where it had one.
        Some(first) if has_label(head, &inner.head) => {
            first.label = Some(Label { name: inner.head.clone(), origin: inner.head_origin.clone() });
        }
        _ => {
            let quoted = inner.head.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            let kind = quoted.map_or_else(|| TermKind::Word(inner.head.clone()), |text| TermKind::Text(text.into()));
            items.insert(0, Term::new(kind, &inner.head_origin));
        }
    }
    let term = bracketed(item, head, items);
    let finding = Diagnostic::error("LUD0202", &item.origin, format!("the ludeme `{word}` without brackets"))
        .label("a ludeme stands in brackets with its arguments")
        .hint(write(&term.bare()));
    Some((term, 2, known.then_some(finding)))
}
