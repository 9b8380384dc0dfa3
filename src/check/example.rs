//! Examples of the forms of the language, made from their signatures.

use super::check_as;
use crate::expand::tree::{Term, TermKind};
use crate::expand::{KnownDefines, expand};
use crate::schema::{Form, KindId, Schema, Slot};
use crate::source::Sources;
use std::collections::HashMap;
use std::sync::OnceLock;

/// What is written for a kind where several things could be.
const LIKELY: &[(&str, &str)] = &[
    ("int", "1"),
    ("float", "0.5"),
    ("boolean", "(is Mover P1)"),
    ("string", "\"Disc\""),
    ("ints", "{1 2}"),
    ("sites", "(sites Empty)"),
    ("moves", "(move Add (to (sites Empty)))"),
    ("nonDecision", "(moveAgain)"),
    ("graph", "(square 3)"),
    ("range", "(range 1 3)"),
    ("dim", "3"),
    ("direction", "Orthogonal"),
    ("roleType", "P1"),
];

/// A text of a form that checks: what it requires, and one optional argument where it requires nothing. `None` for a
/// form of which no text can be made.
pub fn example(form: &Form) -> Option<String> {
    let texts = kinds();
    let required: Vec<usize> = (0..form.units.len()).filter(|unit| !form.units[*unit].optional).collect();
    let mut choices = Vec::new();
    if required.is_empty() {
        choices.extend((0..form.units.len()).map(|unit| vec![unit]));
    }
    choices.push(required);
    choices.iter().filter_map(|units| text(form, units, texts)).find(|text| checks(text, form))
}

/// Whether a text is of this form, in a place that wants its kind.
fn checks(text: &str, form: &Form) -> bool {
    let mut sources = Sources::new();
    // A game or a match is no part of another.
    let whole = form.kind == "game";
    let id = sources.add("example", &if whole { text.to_owned() } else { format!("(game {text})") });
    let Some(expanded) = expand(&mut sources, id, &[], &KnownDefines::none()).0 else { return false };
    let item: Option<&Term> = match &expanded.game.kind {
        _ if whole => Some(&expanded.game),
        TermKind::Clause(clause) => clause.items.first(),
        _ => None,
    };
    item.is_some_and(|item| {
        let (value, findings) = check_as(item, form.kind);
        value.is_some() && findings.is_empty()
    })
}

fn text(form: &Form, units: &[usize], texts: &HashMap<KindId, String>) -> Option<String> {
    let mut out = format!("({}", form.title());
    for unit in units.iter().filter_map(|unit| form.units.get(*unit)) {
        let slots = form.slots.get(unit.first..unit.end)?;
        out.push(' ');
        out.push_str(&slots.iter().find_map(|slot| argument(slot, texts))?);
    }
    out.push(')');
    Some(out)
}

fn argument(slot: &Slot, texts: &HashMap<KindId, String>) -> Option<String> {
    let text = if slot.literal { literal(slot.kind_id) } else { None };
    let mut text = if let Some(text) = text { text.to_owned() } else { texts.get(&slot.kind_id)?.clone() };
    for _ in 0..slot.depth {
        text = format!("{{{text}}}");
    }
    Some(if slot.labelled { format!("{}:{text}", slot.name) } else { text })
}

fn literal(kind: KindId) -> Option<&'static str> {
    let schema = Schema::get();
    let (kind, literals) = (schema.kind_of(kind), schema.literals());
    [(literals.int, "3"), (literals.boolean, "True"), (literals.string, "\"Disc\""), (literals.float, "0.5")]
        .into_iter()
        .find(|(literal, _)| kind.takes_literal(*literal))
        .map(|(_, text)| text)
}

/// A short text for every kind that has one.
fn kinds() -> &'static HashMap<KindId, String> {
    static TEXTS: OnceLock<HashMap<KindId, String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let schema = Schema::get();
        let mut texts: HashMap<KindId, String> = HashMap::new();
        for (name, text) in LIKELY {
            texts.extend(schema.kind(name).map(|kind| (kind.id, (*text).to_owned())));
        }
        // Each round knows one level of nesting more, so that the shallowest text is found.
        loop {
            let mut found: Vec<(KindId, String)> = Vec::new();
            for kind in schema.kinds().iter().filter(|kind| !texts.contains_key(&kind.id)) {
                let constant = kind.accepts.iter().find_map(|id| schema.kind_of(*id).constants.first().copied());
                let simple = constant.or_else(|| literal(kind.id)).map(str::to_owned);
                let accepted = || kind.accepts.iter().skip(1).find_map(|id| texts.get(id).cloned());
                let formed = || {
                    let forms = schema.forms().iter().filter(|form| kind.takes(form.kind_id));
                    let texts = forms.filter_map(|form| {
                        let required: Vec<usize> =
                            (0..form.units.len()).filter(|unit| !form.units[*unit].optional).collect();
                        text(form, &required, &texts)
                    });
                    texts.min_by_key(String::len)
                };
                let array = || {
                    let (element, depth) = kind.arrays().first()?;
                    let inner = texts.get(element)?;
                    Some(format!("{}{inner}{}", "{".repeat(usize::from(*depth)), "}".repeat(usize::from(*depth))))
                };
                found.extend(simple.or_else(accepted).or_else(formed).or_else(array).map(|text| (kind.id, text)));
            }
            if found.is_empty() {
                return texts;
            }
            texts.extend(found);
        }
    })
}
