//! The nearest miss: how the arguments of a clause that matches no form were probably meant.

use super::literal;
use super::matcher::{Matcher, Want, is_word, labels_agree};
use crate::expand::tree::{Clause, Term, TermKind};
use crate::schema::{Form, KindId, Schema, Slot};

/// How much each kind of departure from a form costs. Only the order matters: what a writer is more likely to have
/// meant costs less.
mod cost {
    /// An argument that has a mistake inside, or is a misspelt word. Fractions of a unit tell how large that mistake
    /// is, so that of several kinds an argument is taken for the one that it comes nearest to.
    pub const INSIDE: u64 = 2 * super::UNIT;
    /// A label that is missing, misspelt or not wanted.
    pub const LABEL: u64 = 3 * super::UNIT;
    /// A required argument left out.
    pub const MISSING: u64 = 4 * super::UNIT;
    /// A labelled argument of the wrong kind.
    pub const WRONG_LABELLED: u64 = 3 * super::UNIT;
    /// An argument of the wrong kind where one is required.
    pub const WRONG_REQUIRED: u64 = 5 * super::UNIT;
    /// A labelled argument without a slot.
    pub const SURPLUS_LABELLED: u64 = 4 * super::UNIT;
    /// An argument without a slot.
    pub const SURPLUS: u64 = 6 * super::UNIT;
    /// An argument of the wrong kind where none is required.
    pub const WRONG_OPTIONAL: u64 = 7 * super::UNIT;
}

/// What a required argument costs that is left out.
pub(super) const MISSING: u64 = cost::MISSING;

/// The unit of costs. With each bracket around a mistake its part in them becomes a sixteenth.
pub(super) const UNIT: u64 = 1 << 32;

/// How many arguments beyond the slots of a form are looked at.
const SURPLUS_SEEN: usize = 8;

/// What becomes of an argument, or of a slot without one.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// The argument of this number is meant for the slot of this number, with or without a mistake.
    Place(usize, usize),
    /// The argument of this number has no slot.
    Surplus(usize),
    /// The unit of this number must be filled and is not.
    Missing(usize),
}

/// An alignment of arguments with the slots of a form.
#[derive(Debug)]
pub(super) struct Alignment {
    /// The form.
    pub form: &'static Form,
    /// How far the clause is from it; 0 when it matches.
    pub cost: u64,
    /// What becomes of each argument.
    pub steps: Vec<Step>,
}

/// The cheapest alignment of the arguments (the keywords left out) with a form.
pub(super) fn align(matcher: &mut Matcher, args: &[&Term], form: &'static Form) -> Alignment {
    let units = &form.units;
    let args = &args[..args.len().min(units.len() + SURPLUS_SEEN)];
    let width = units.len() + 1;
    // best[i * width + u]: the cost of arguments i.. in units u.., and the first step of it.
    let mut best: Vec<(u64, Option<(Step, usize)>)> = vec![(0, None); (args.len() + 1) * width];
    for i in (0..=args.len()).rev() {
        for u in (0..=units.len()).rev() {
            let mut options: Vec<(u64, Step, usize)> = Vec::new();
            if let Some(unit) = units.get(u) {
                let skip = if unit.optional { 0 } else { cost::MISSING };
                options.push((skip, Step::Missing(u), i * width + u + 1));
                if let Some(arg) = args.get(i) {
                    for slot in unit.first..unit.end {
                        if let Some(price) = price(matcher, arg, form, &form.slots[slot], unit.optional) {
                            options.push((price, Step::Place(i, slot), (i + 1) * width + u + 1));
                        }
                    }
                }
            }
            if let Some(arg) = args.get(i) {
                let price = match &arg.label {
                    Some(label) if form.slots.iter().any(|slot| slot.labelled && *slot.name == *label.name) => {
                        cost::SURPLUS_LABELLED
                    }
                    Some(_) => cost::SURPLUS_LABELLED + UNIT / 2,
                    None => cost::SURPLUS,
                };
                options.push((price, Step::Surplus(i), (i + 1) * width + u));
            }
            // Placing beats leaving out at the same cost, so that an argument goes as early as it can.
            let cheapest = options.into_iter().map(|(price, step, then)| (price + best[then].0, step, then));
            if let Some((total, step, then)) =
                cheapest.min_by_key(|(total, step, _)| (*total, !matches!(step, Step::Place(..))))
            {
                best[i * width + u] = (total, Some((step, then)));
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = 0;
    while let Some((step, then)) = best[at].1 {
        match step {
            Step::Missing(unit) if units[unit].optional => {}
            step => steps.push(step),
        }
        at = then;
    }
    Alignment { form, cost: best[0].0, steps }
}

/// The forms that a clause can have, and the one that it comes nearest to.
pub(super) struct Nearest {
    /// All of them.
    pub forms: Vec<&'static Form>,
    /// Those with the keywords of the clause, or those without any where there are none.
    pub candidates: Vec<&'static Form>,
    /// Whether the clause has the keywords of one.
    pub led: bool,
    /// The nearest of the candidates.
    pub best: Option<Alignment>,
}

/// Compares a clause with the forms of its head that a kind takes, or with all of them.
pub(super) fn nearest(matcher: &mut Matcher, clause: &Clause, kind: Option<KindId>) -> Nearest {
    let schema = Schema::get();
    let takes = |form: &&Form| kind.is_none_or(|kind| schema.kind_of(kind).takes(form.kind_id));
    let forms: Vec<&'static Form> = schema.forms_for(&clause.head).filter(takes).collect();
    let mut candidates: Vec<_> =
        forms.iter().copied().filter(|form| form.keyword.is_some() && led_by(clause, form)).collect();
    let led = !candidates.is_empty();
    if !led {
        candidates.extend(forms.iter().filter(|form| form.keyword.is_none()));
    }
    let aligned = candidates.iter().map(|form| {
        let args: Vec<&Term> = clause.items.iter().skip(form.keywords).collect();
        align(matcher, &args, form)
    });
    let best = aligned.min_by_key(|alignment| (alignment.cost, alignment.form.units.len()));
    Nearest { forms, candidates, led, best }
}

/// How large the mistake inside an argument is, in fractions of a unit.
fn inside(matcher: &mut Matcher, term: &Term, want: Want) -> u64 {
    let TermKind::Clause(clause) = &term.kind else { return 0 };
    let known = *matcher.distance(term, want);
    let distance =
        known.unwrap_or_else(|| nearest(matcher, clause, Some(want.kind)).best.map_or(cost::INSIDE, |best| best.cost));
    *matcher.distance(term, want) = Some(distance);
    (distance / 16).min(UNIT - 1)
}

/// What it costs to take an argument for a slot; `None` when nobody would mean that.
fn price(matcher: &mut Matcher, arg: &Term, form: &Form, slot: &Slot, optional: bool) -> Option<u64> {
    let want = Want::of(slot);
    let fits = matcher.fits(arg, want);
    if !labels_agree(arg, slot) {
        // A label that the form has is meant.
        if form.slots.iter().any(|own| own.labelled && labels_agree(arg, own) && matcher.fits(arg, Want::of(own))) {
            return None;
        }
        let misspelt = arg.label.as_ref().is_some_and(|label| slot.labelled && similar(&label.name, slot.name));
        let renamed = arg.label.is_some() && slot.labelled;
        return match (fits, misspelt) {
            (true, true) => Some(cost::LABEL - UNIT),
            (true, false) if !renamed || !optional => Some(cost::LABEL),
            (false, true) => Some(cost::LABEL + cost::INSIDE),
            (_, false) => None,
        };
    }
    if fits {
        Some(0)
    } else if plausible(matcher, arg, want) {
        // Braces that are not there make an array the less likely meaning.
        let braces = if want.depth > 0 && !matches!(arg.kind, TermKind::Array(_)) { UNIT } else { 0 };
        Some(cost::INSIDE + braces + inside(matcher, arg, want))
    } else {
        let array = matches!(arg.kind, TermKind::Array(_));
        let braces = if array == (want.depth > 0) { 0 } else { UNIT / 2 };
        Some(match optional {
            _ if slot.labelled => cost::WRONG_LABELLED + braces,
            true => cost::WRONG_OPTIONAL + braces,
            false => cost::WRONG_REQUIRED + braces,
        })
    }
}

/// Whether a term that does not fit looks as if it were meant to: the mistake is inside it or in its braces.
pub(super) fn plausible(matcher: &mut Matcher, term: &Term, want: Want) -> bool {
    let schema = Schema::get();
    match &term.kind {
        TermKind::Text(_) => want.depth > 0 && matcher.fits(term, Want { depth: 0, ..want }),
        TermKind::Word(word) if want.depth == 0 => {
            let number = schema.kind_of(want.kind).takes_literal(schema.literals().int);
            number && literal::float(word).is_some() || misspelt_constant(word, want.kind)
        }
        TermKind::Word(_) => matcher.fits(term, Want { depth: 0, ..want }),
        TermKind::Clause(clause) => {
            let wanted = schema.kind_of(want.kind);
            if !schema.is_head(&clause.head) {
                // A word that is no ludeme at all may have been meant as anything.
                return want.depth <= 1;
            }
            if want.literal {
                return matcher.fits(term, Want { literal: false, ..want });
            }
            want.depth <= 1 && schema.forms_for(&clause.head).any(|form| wanted.takes_literal(form.kind_id))
        }
        TermKind::Array(items) if want.depth > 0 => {
            let element = want.element();
            items
                .iter()
                .any(|item| matcher.fits(item, element) || plausible(matcher, item, element) || unquoted(item, element))
        }
        TermKind::Array(items) => match items.as_slice() {
            [item] => matcher.fits(item, want),
            _ => {
                let arrays = schema.kind_of(want.kind).arrays();
                let elements: Vec<Want> =
                    arrays.iter().map(|&(kind, depth)| Want { kind, depth: depth - 1, literal: false }).collect();
                elements.into_iter().any(|element| items.iter().any(|item| matcher.fits(item, element)))
            }
        },
    }
}

/// Whether a word is no constant of the language but nearly one of a kind.
fn misspelt_constant(word: &str, kind: KindId) -> bool {
    let schema = Schema::get();
    if !schema.constant(&literal::capitalised(word)).is_empty() || literal::float(word).is_some() {
        return false;
    }
    let wanted = schema.kind_of(kind);
    schema.constants_like(word).iter().any(|name| schema.constant(name).iter().any(|&id| wanted.takes(id)))
}

/// Whether a term is a word that nothing knows where a string is wanted: one that lost its quotes.
pub(super) fn unquoted(term: &Term, want: Want) -> bool {
    let schema = Schema::get();
    let string = want.depth == 0 && schema.kind_of(want.kind).takes_literal(schema.literals().string);
    let TermKind::Word(word) = &term.kind else { return false };
    string && literal::float(word).is_none() && schema.constant(&literal::capitalised(word)).is_empty()
}

/// Whether a label is nearly another one.
pub(super) fn similar(label: &str, name: &str) -> bool {
    label.eq_ignore_ascii_case(name)
        || (name.len() > 3 && strsim::damerau_levenshtein(label, name) <= 2)
        || (name.len() > 1 && strsim::damerau_levenshtein(label, name) == 1)
}

/// Whether the clause has the keywords of a form.
pub(super) fn led_by(clause: &Clause, form: &Form) -> bool {
    let words = form.keyword.into_iter().flat_map(|all| all.split(' '));
    clause.items.len() >= form.keywords && words.zip(&clause.items).all(|(word, item)| is_word(item, word))
}
