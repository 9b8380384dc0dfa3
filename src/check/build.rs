//! The typed tree of a term that matched.

use super::literal;
use super::matcher::{Match, Matcher, Want};
use super::typed::{Arg, Ludeme, Value};
use crate::diag::Diagnostic;
use crate::expand::tree::{Term, TermKind};

/// The value of a term that [`Matcher::fits`] accepted, with the warnings on how it is written; `None` when it did not.
pub(super) fn value(matcher: &Matcher, term: &Term, want: Want, findings: &mut Vec<Diagnostic>) -> Option<Value> {
    match &term.kind {
        TermKind::Text(text) => Some(Value::Text(text.clone())),
        TermKind::Word(word) => {
            let value = literal::value(word, want.kind)?;
            match value {
                Value::Bool(is) => warn_case(term, word, if is { "True" } else { "False" }, findings),
                Value::Word { word: name, .. } => warn_case(term, word, name, findings),
                _ => {}
            }
            Some(value)
        }
        TermKind::Array(items) => {
            let Some(&Match::Array(element)) = matcher.found(term, want) else { return None };
            let items = items.iter().map(|item| argument(matcher, item, element, findings));
            items.collect::<Option<Vec<_>>>().map(Value::Array)
        }
        TermKind::Clause(clause) => {
            let Some(Match::Form(form, placement)) = matcher.found(term, want) else { return None };
            for (item, keyword) in clause.items.iter().zip(form.keyword.into_iter().flat_map(|all| all.split(' '))) {
                if let TermKind::Word(word) = &item.kind {
                    warn_case(item, word, keyword, findings);
                }
            }
            // Arguments keep their order, so that the last one is in the last slot that is filled.
            let filled = placement.last().map_or(0, |&slot| usize::from(slot) + 1);
            let mut args: Vec<Option<Arg>> = (0..filled).map(|_| None).collect();
            for (item, &slot) in clause.items.get(form.keywords..)?.iter().zip(placement) {
                let slot = usize::from(slot);
                let wanted = Want::of(form.slots.get(slot)?);
                *args.get_mut(slot)? = Some(argument(matcher, item, wanted, findings)?);
            }
            Some(Value::Ludeme(Box::new(Ludeme { form, args, origin: term.origin.clone() })))
        }
    }
}

fn argument(matcher: &Matcher, term: &Term, want: Want, findings: &mut Vec<Diagnostic>) -> Option<Arg> {
    Some(Arg { value: value(matcher, term, want, findings)?, origin: term.origin.clone() })
}

fn warn_case(term: &Term, word: &str, name: &str, findings: &mut Vec<Diagnostic>) {
    if word != name {
        let message = format!("`{word}` is read as `{name}`");
        let finding = Diagnostic::warning("LUD0220", &term.origin, message);
        findings.push(finding.label("constants begin with a capital letter").hint(format!("write `{name}`")));
    }
}
