//! The expanded tree to the typed tree, by the schema.
//!
//! The place decides: what kind a slot wants selects among the forms of a head word, and nothing else does. The
//! matcher answers whether a term can be a value of a kind; where it cannot, the findings are worked out separately,
//! so that a correct description pays nothing for them.

mod align;
mod build;
mod example;
mod explain;
mod habits;
mod heads;
mod home;
mod literal;
mod matcher;
mod mismatch;
mod names;
mod oddities;
mod passed;
pub mod places;
mod rewritten;
mod roles;
mod shapes;
mod slips;
mod surplus;
pub mod typed;
mod unmade;

pub use example::example;
pub(crate) use names::DEFINING;

use crate::diag::{Diagnostic, Origin};
use crate::expand::tree::{Term, TermKind};
use crate::schema::Schema;
use matcher::{Matcher, Want};
use std::collections::BTreeSet;
use std::sync::Arc;
use typed::{Ludeme, Value};

/// How deep brackets may nest. The deepest of the published games reaches 44.
const MAX_DEPTH: usize = 400;

/// How many findings one stage of the check gives; nobody reads more, and each costs time.
const MAX_FINDINGS: usize = 100;

/// Checks a game: the first top-level clause of a description, `(game …)` or `(match …)`.
///
/// The typed tree is there when no error was found; warnings do not prevent it. A call of a define that does not exist
/// prevents it too, without a finding: it was reported when it was to be expanded.
pub fn check(game: &Term) -> (Option<Ludeme>, Vec<Diagnostic>) {
    check_among(game, &BTreeSet::new())
}

/// The same for a description whose options can declare these tracks: where the chosen ones do not, their names are as
/// good as those of empty tracks, as Ludii 1.3.12 has it.
pub(crate) fn check_among(game: &Term, tracks: &BTreeSet<Arc<str>>) -> (Option<Ludeme>, Vec<Diagnostic>) {
    let (ludeme, mut findings) = check_as(game, "game");
    let Some(Value::Ludeme(ludeme)) = ludeme else { return (None, findings) };
    if let Some(name) = ludeme.get("name")
        && ludeme.text("name").is_some_and(|text| text.trim().is_empty())
    {
        let message = "the game has no name";
        findings.push(Diagnostic::error("LUD0215", &name.origin, message).label("empty").hint("write a name here"));
        return (None, findings);
    }
    let unknown = names::unknown(&ludeme, tracks);
    let broken = unknown.iter().any(Diagnostic::is_error);
    findings.extend(unknown);
    if broken {
        return (None, findings);
    }
    findings.extend(roles::beyond(&ludeme));
    findings.extend(oddities::odd(&ludeme));
    // What is said of a word as well is more than how it is spelt.
    let more: Vec<Origin> =
        findings.iter().filter(|one| one.code == "LUD0240").filter_map(|one| one.origin.clone()).collect();
    findings.retain(|one| one.code != "LUD0220" || !one.origin.as_ref().is_some_and(|origin| more.contains(origin)));
    (Some(*ludeme), findings)
}

/// Checks a `(metadata …)` clause. Ludii 1.3.12 refuses a description for a mistake in its metadata as it does for one
/// in the game, so that mistakes are errors here as well; what they are worth to a player is for the caller to decide.
pub fn check_metadata(metadata: &Term) -> (Option<Ludeme>, Vec<Diagnostic>) {
    let (value, findings) = check_as(metadata, "metadata");
    let ludeme = if let Some(Value::Ludeme(ludeme)) = value { Some(*ludeme) } else { None };
    (ludeme, findings)
}

/// Checks a term where a value of a kind is wanted, such as one expression where an `int` is. There is no value when
/// an error was found or when the language has no such kind.
pub fn check_as(term: &Term, kind: &str) -> (Option<Value>, Vec<Diagnostic>) {
    // Everything after this may recurse.
    if let Some(term) = deeper(term, MAX_DEPTH) {
        let message = format!("brackets are nested more than {MAX_DEPTH} deep");
        return (None, vec![Diagnostic::error("LUD0216", &term.origin, message).label("too deep")]);
    }
    let Some(kind) = Schema::get().kind(kind) else { return (None, Vec::new()) };
    let want = Want { kind: kind.id, depth: 0, literal: false };
    let mut matcher = Matcher::new();
    let mut findings = Vec::new();
    if matcher.fits(term, want) {
        let value = build::value(&matcher, term, want, &mut findings);
        return (value, findings);
    }
    let term = &slips::mended(term, &mut findings);
    let mut matcher = Matcher::new();
    if findings.is_empty() || !matcher.fits(term, want) {
        explain::Explainer::new(&mut matcher, &mut findings, term).value(term, want);
    }
    (None, findings)
}

/// A bracket with this many others around it, if there is one.
fn deeper(term: &Term, left: usize) -> Option<&Term> {
    match left.checked_sub(1) {
        Some(left) => term.items().iter().find_map(|item| deeper(item, left)),
        None => matches!(term.kind, TermKind::Clause(_) | TermKind::Array(_)).then_some(term),
    }
}
