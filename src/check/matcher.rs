//! Whether a term can be a value of a kind, and by which form.

use super::literal;
use super::shapes::Shapes;
use crate::expand::tree::{Clause, Term, TermKind};
use crate::schema::{Form, KindId, Schema, Slot};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What a place wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Want {
    /// The kind.
    pub kind: KindId,
    /// The array depth.
    pub depth: u8,
    /// Whether expressions are excluded.
    pub literal: bool,
}

impl Want {
    /// What a slot wants.
    pub fn of(slot: &Slot) -> Want {
        Want { kind: slot.kind_id, depth: slot.depth, literal: slot.literal }
    }

    /// What the elements of a wanted array must be.
    pub fn element(self) -> Want {
        Want { depth: self.depth.saturating_sub(1), ..self }
    }
}

/// The slot of each argument, in order.
pub(super) type Placement = SmallVec<[u8; 8]>;

/// How a clause or an array matches.
#[derive(Debug, Clone)]
pub(super) enum Match {
    /// Not at all.
    No,
    /// A clause, by this form.
    Form(&'static Form, Placement),
    /// An array whose elements are wanted as this.
    Array(Want),
}

/// Matches terms against kinds and remembers every answer, for all terms of the same structure: the largest published
/// game would otherwise take half a minute. Terms are told apart by their address, so the tree must stay where it is.
pub(super) struct Matcher {
    schema: &'static Schema,
    shapes: Shapes,
    memo: FxHashMap<(u32, Want), Match>,
    /// How far clauses that do not match are from matching.
    distances: FxHashMap<(u32, Want), Option<u64>>,
}

impl Matcher {
    /// A matcher that remembers nothing yet.
    pub fn new() -> Matcher {
        Matcher {
            schema: Schema::get(),
            shapes: Shapes::default(),
            memo: FxHashMap::default(),
            distances: FxHashMap::default(),
        }
    }

    /// Whether a term, its label aside, can stand where something is wanted.
    pub fn fits(&mut self, term: &Term, want: Want) -> bool {
        match &term.kind {
            TermKind::Word(word) => want.depth == 0 && literal::value(word, want.kind).is_some(),
            TermKind::Text(_) => {
                want.depth == 0 && self.schema.kind_of(want.kind).takes_literal(self.schema.literals().string)
            }
            TermKind::Clause(_) if want.depth > 0 || want.literal => false,
            TermKind::Clause(_) | TermKind::Array(_) => {
                let key = (self.shapes.number(term), want);
                if let Some(known) = self.memo.get(&key) {
                    return !matches!(known, Match::No);
                }
                let found = match &term.kind {
                    TermKind::Clause(clause) => self.clause(clause, want.kind),
                    TermKind::Array(items) => self.array(items, want),
                    TermKind::Word(_) | TermKind::Text(_) => Match::No,
                };
                let fits = !matches!(found, Match::No);
                self.memo.insert(key, found);
                fits
            }
        }
    }

    /// How a term matched, once [`Matcher::fits`] was asked about it.
    pub fn found(&self, term: &Term, want: Want) -> Option<&Match> {
        self.memo.get(&(self.shapes.known(term)?, want))
    }

    /// How far a clause is from what is wanted, once somebody has noted it here.
    pub fn distance(&mut self, term: &Term, want: Want) -> &mut Option<u64> {
        self.distances.entry((self.shapes.number(term), want)).or_default()
    }

    /// Whether the clause is well formed for some kind, whichever.
    pub fn fits_some_kind(&mut self, clause: &Clause) -> bool {
        self.schema.forms_for(&clause.head).any(|form| self.form(clause, form).is_some())
    }

    fn array(&mut self, items: &[Term], want: Want) -> Match {
        let mut wants: SmallVec<[Want; 2]> = SmallVec::new();
        if want.depth > 0 {
            wants.push(want.element());
        } else if !want.literal {
            let arrays = self.schema.kind_of(want.kind).arrays();
            wants.extend(arrays.iter().map(|&(kind, depth)| Want { kind, depth: depth - 1, literal: false }));
        }
        let mut right = |want: &Want| items.iter().all(|item| item.label.is_none() && self.fits(item, *want));
        wants.into_iter().find(|want| right(want)).map_or(Match::No, Match::Array)
    }

    fn clause(&mut self, clause: &Clause, kind: KindId) -> Match {
        let wanted = self.schema.kind_of(kind);
        let mut forms = self.schema.forms_for(&clause.head).filter(|form| wanted.takes(form.kind_id));
        let found = forms.find_map(|form| Some(Match::Form(form, self.form(clause, form)?)));
        found.unwrap_or(Match::No)
    }

    fn form(&mut self, clause: &Clause, form: &'static Form) -> Option<Placement> {
        let keywords = clause.items.get(..form.keywords)?;
        let led = form.keyword.is_none_or(|all| all.split(' ').zip(keywords).all(|(word, item)| is_word(item, word)));
        if led { self.place(&clause.items[form.keywords..], form) } else { None }
    }

    /// The first placement of the arguments into the slots of a form, each as early as possible. The arguments keep
    /// their order; a unit left out must be optional; a unit is filled once.
    fn place(&mut self, args: &[Term], form: &'static Form) -> Option<Placement> {
        let (slots, units) = (&form.slots, &form.units);
        if args.len() > units.len() {
            return None;
        }
        // What follows a place depends on the place alone, so a place that failed once is not tried again.
        let mut failed: SmallVec<[bool; 64]> = SmallVec::from_elem(false, args.len() * slots.len());
        let mut chosen = Placement::new();
        let mut next = 0;
        loop {
            let at = chosen.len();
            let unit = chosen.last().map_or(0, |&slot| slots[usize::from(slot)].unit + 1);
            let Some(arg) = args.get(at) else {
                if units[unit..].iter().all(|unit| unit.optional) {
                    return Some(chosen);
                }
                next = step_back(&mut chosen, &mut failed, slots.len())?;
                continue;
            };
            // The first mandatory unit bounds how far the argument may go.
            let last = units[unit..].iter().position(|unit| !unit.optional).map_or(units.len(), |n| unit + n + 1);
            let end = units[..last].last().map_or(0, |unit| unit.end);
            let start = next.max(units.get(unit).map_or(end, |unit| unit.first));
            let found = (start..end).find(|&slot| {
                !failed[at * slots.len() + slot]
                    && labels_agree(arg, &slots[slot])
                    && self.fits(arg, Want::of(&slots[slot]))
            });
            match found {
                Some(slot) => {
                    chosen.push(u8::try_from(slot).unwrap_or(u8::MAX));
                    next = 0;
                }
                None => next = step_back(&mut chosen, &mut failed, slots.len())?,
            }
        }
    }
}

/// Takes the last choice back; the slot to go on with, or nothing when there is no choice left.
fn step_back(chosen: &mut Placement, failed: &mut [bool], slots: usize) -> Option<usize> {
    let slot = usize::from(chosen.pop()?);
    failed[chosen.len() * slots + slot] = true;
    Some(slot + 1)
}

/// Whether the label of an argument is the one the slot asks for, or neither has one.
pub(super) fn labels_agree(arg: &Term, slot: &Slot) -> bool {
    arg.label.as_ref().map_or(!slot.labelled, |label| slot.labelled && *label.name == *slot.name)
}

/// Whether a term is this keyword, the case of its first letter aside.
pub(super) fn is_word(term: &Term, keyword: &str) -> bool {
    match &term.kind {
        TermKind::Word(word) => term.label.is_none() && literal::is_keyword(word, keyword),
        _ => false,
    }
}
