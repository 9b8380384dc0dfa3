//! Where things stand in a description that need not be right, for editors: what is wanted at a place, and for which
//! slot each argument was probably meant.

use super::align::{self, Alignment, Step, led_by};
use super::matcher::{Matcher, Want, is_word, labels_agree};
use crate::diag::Origin;
use crate::expand::tree::{Clause, Term, TermKind};
use crate::schema::{Form, Schema, Slot};

/// Something that may stand at a place: a value for a slot of a form, or an element of an array that fills it.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    pub(crate) want: Want,
    /// The form and its slot; `None` for the description as a whole.
    pub slot: Option<(&'static Form, &'static Slot)>,
    /// Whether what stands here is itself the argument of the slot, not a part of it: only then the label of the slot
    /// goes before it.
    pub whole: bool,
}

impl Wanted {
    /// Whether a clause of this form may stand here.
    pub fn takes(&self, form: &Form) -> bool {
        self.want.depth == 0 && !self.want.literal && Schema::get().kind_of(self.want.kind).takes(form.kind_id)
    }
}

/// What may stand at a place.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// The values that may; `None` where that is not known, so that anything may.
    pub wants: Option<Vec<Wanted>>,
    /// The keywords that may, with the forms they lead to.
    pub keywords: Vec<(&'static str, &'static Form)>,
}

/// What may stand in the places of terms: each path leads to one from `root`, by the numbers of the items of clauses
/// and arrays. The terms themselves are not looked at, only their labels. `kind` is what the root is; `None` where its
/// items can be anything.
pub fn openings(root: &Term, kind: Option<&str>, paths: &[Vec<usize>]) -> Vec<Opening> {
    let mut matcher = Matcher::new();
    paths.iter().map(|path| opening(&mut matcher, root, kind, path)).collect()
}

fn opening(matcher: &mut Matcher, root: &Term, kind: Option<&str>, path: &[usize]) -> Opening {
    let kind = kind.and_then(|kind| Schema::get().kind(kind));
    let wanted = |kind| Wanted { want: Want { kind, depth: 0, literal: false }, slot: None, whole: true };
    let mut now = Opening { wants: kind.map(|kind| vec![wanted(kind.id)]), keywords: Vec::new() };
    let mut term = root;
    for &at in path {
        let inner = match &term.kind {
            TermKind::Clause(clause) => Some((inside(matcher, clause, now.wants.as_deref(), at), clause.items.get(at))),
            TermKind::Array(items) => Some((element(matcher, items, now.wants.as_deref(), at), items.get(at))),
            _ => None,
        };
        let Some((opening, Some(next))) = inner else { return Opening::default() };
        now = opening;
        term = next;
    }
    now
}

/// The items of the places of a clause or an array from here to its end without the one at `at`.
fn others(items: &[Term], from: usize, at: usize) -> Vec<&Term> {
    items.iter().enumerate().skip(from).filter(|(index, _)| *index != at).map(|(_, item)| item).collect()
}

fn inside(matcher: &mut Matcher, clause: &Clause, wants: Option<&[Wanted]>, at: usize) -> Opening {
    let schema = Schema::get();
    let takes = |form: &Form| wants.is_none_or(|wants| wants.iter().any(|wanted| wanted.takes(form)));
    let mut forms: Vec<&'static Form> = schema.forms_for(&clause.head).filter(|form| takes(form)).collect();
    if forms.is_empty() {
        forms = schema.forms_for(&clause.head).collect();
    }
    if forms.is_empty() {
        return Opening::default();
    }
    let mut opening = Opening { wants: Some(Vec::new()), keywords: Vec::new() };
    for form in &forms {
        let words: Vec<&'static str> = form.keyword.into_iter().flat_map(|all| all.split(' ')).collect();
        let led = words.iter().take(at).zip(&clause.items).all(|(word, item)| is_word(item, word));
        if let Some(word) = words.get(at).filter(|_| led && clause.items.get(at).is_none_or(|i| i.label.is_none())) {
            opening.keywords.push((word, form));
        }
    }
    let behind = |form: &&&'static Form| form.keywords <= at && led_by(clause, form);
    let mut led: Vec<&'static Form> =
        forms.iter().filter(|form| form.keyword.is_some()).filter(behind).copied().collect();
    if led.is_empty() {
        led = forms.iter().filter(|form| form.keyword.is_none()).copied().collect();
    }
    let label = clause.items.get(at).and_then(|item| item.label.as_ref());
    let mut found: Vec<(u64, Vec<Wanted>)> = Vec::new();
    for form in led {
        let rest = others(&clause.items, form.keywords, at);
        let alignment = align::align(matcher, &rest, form);
        let slots = open_slots(&alignment, at - form.keywords.min(at), &mut |arg, slot| {
            rest.get(arg).is_some_and(|arg| labels_agree(arg, slot) && matcher.fits(arg, Want::of(slot)))
        });
        let slots = slots.filter(|slot| label.is_none_or(|label| slot.labelled && *label.name == *slot.name));
        let wants: Vec<Wanted> =
            slots.map(|slot| Wanted { want: Want::of(slot), slot: Some((form, slot)), whole: true }).collect();
        found.push((departure(&alignment), wants));
    }
    // Only the forms that what is there departs from least.
    let least = found.iter().filter(|(_, wants)| !wants.is_empty()).map(|(cost, _)| *cost).min();
    let best = found.into_iter().filter(|(cost, _)| Some(*cost) == least).flat_map(|(_, wants)| wants);
    opening.wants = Some(best.collect());
    opening
}

/// How far what is written is from a form, what is still to be written left aside.
fn departure(alignment: &Alignment) -> u64 {
    let missing = alignment.steps.iter().filter(|step| matches!(step, Step::Missing(_))).count();
    alignment.cost.saturating_sub(align::MISSING * missing as u64) / align::UNIT
}

/// The slots that are open between the arguments before this one and those from it on that are right where they are.
fn open_slots(
    alignment: &Alignment,
    at: usize,
    fits: &mut dyn FnMut(usize, &Slot) -> bool,
) -> impl Iterator<Item = &'static Slot> + use<> {
    let form = alignment.form;
    let (mut from, mut to) = (0, form.units.len());
    for step in &alignment.steps {
        if let Step::Place(arg, slot) = *step
            && let Some(slot) = form.slots.get(slot)
        {
            if arg < at {
                from = from.max(slot.unit + 1);
            } else if fits(arg, slot) {
                to = to.min(slot.unit);
            }
        }
    }
    let units = form.units.get(from..to.max(from)).unwrap_or_default();
    units.iter().flat_map(|unit| form.slots.get(unit.first..unit.end).unwrap_or_default())
}

fn element(matcher: &mut Matcher, items: &[Term], wants: Option<&[Wanted]>, at: usize) -> Opening {
    let Some(wants) = wants else { return Opening::default() };
    let elements: Vec<Wanted> = wants.iter().flat_map(elements).collect();
    let rest = others(items, 0, at);
    let mut suits = |wanted: &&Wanted| rest.iter().all(|item| matcher.fits(item, wanted.want));
    let suited: Vec<Wanted> = elements.iter().filter(|wanted| suits(wanted)).copied().collect();
    let wants = if suited.is_empty() { elements } else { suited };
    Opening { wants: Some(wants), keywords: Vec::new() }
}

/// What the elements of an array must be that stands where something is wanted.
fn elements(wanted: &Wanted) -> Vec<Wanted> {
    let part = |want| Wanted { want, whole: false, ..*wanted };
    if wanted.want.depth > 0 {
        return vec![part(wanted.want.element())];
    }
    let arrays = Schema::get().kind_of(wanted.want.kind).arrays();
    arrays.iter().map(|&(kind, depth)| part(Want { kind, depth: depth.saturating_sub(1), literal: false })).collect()
}

/// What a term was taken for.
#[derive(Debug, Clone, Copy)]
pub enum Seen {
    /// A clause of this form.
    Clause(&'static Form),
    /// An argument for this slot.
    Argument(&'static Form, &'static Slot),
}

/// How many terms are looked at: editors do not wait.
const MAX_TERMS: usize = 200_000;

/// Tells what each clause and argument was probably meant for, the outer ones first.
pub fn places(root: &Term, kind: &str, see: &mut dyn FnMut(&Origin, Seen)) {
    let mut matcher = Matcher::new();
    let wanted = Schema::get().kind(kind).map(|kind| Want { kind: kind.id, depth: 0, literal: false });
    let mut todo = vec![(root, wanted)];
    let mut left = MAX_TERMS;
    while let Some((term, want)) = todo.pop() {
        left -= 1;
        if left == 0 {
            return;
        }
        match &term.kind {
            TermKind::Array(items) => {
                let whole = want.map(|want| Wanted { want, slot: None, whole: true });
                let inner =
                    whole.iter().flat_map(elements).find(|wanted| items.iter().any(|i| matcher.fits(i, wanted.want)));
                let inner = inner.or_else(|| whole.iter().flat_map(elements).next()).map(|wanted| wanted.want);
                todo.extend(items.iter().map(|item| (item, inner)));
            }
            TermKind::Clause(clause) => {
                let Some(best) = nearest(&mut matcher, clause, want) else {
                    todo.extend(clause.items.iter().map(|item| (item, None)));
                    continue;
                };
                let form = best.form;
                see(&term.origin, Seen::Clause(form));
                let args = clause.items.get(form.keywords..).unwrap_or_default();
                let mut inner: Vec<Option<Want>> = vec![None; args.len()];
                for step in &best.steps {
                    if let Step::Place(arg, slot) = *step
                        && let (Some(item), Some(slot)) = (args.get(arg), form.slots.get(slot))
                    {
                        see(&item.origin, Seen::Argument(form, slot));
                        inner[arg] = Some(Want::of(slot));
                    }
                }
                todo.extend(args.iter().zip(inner));
            }
            TermKind::Word(_) | TermKind::Text(_) => {}
        }
    }
}

/// The nearest alignment of a clause with a form.
fn nearest(matcher: &mut Matcher, clause: &Clause, want: Option<Want>) -> Option<Alignment> {
    let kind = want.filter(|want| want.depth == 0 && !want.literal).map(|want| want.kind);
    align::nearest(matcher, clause, kind).best.or_else(|| align::nearest(matcher, clause, None).best)
}
