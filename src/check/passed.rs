//! Where an argument is to be shown that a define comes between: the body that puts what it is given in a wrong place,
//! or the call that stands for an argument.

use super::explain::Explainer;
use crate::diag::{Origin, Via};
use crate::expand::tree::{Clause, Term, TermKind};
use crate::source::Span;

/// A place, and those of the calls of defines that it came through, outwards.
fn steps(origin: &Origin) -> impl Iterator<Item = Origin> {
    std::iter::successors(Some(origin.clone()), |origin| {
        let trail = origin.trail.as_ref().filter(|trail| matches!(trail.via, Via::Define(_)))?;
        Some(Origin { span: trail.call, trail: trail.outer.clone() })
    })
}

/// Where something stands as one reads a clause: its own place, or that of a call.
fn within(whole: &Origin, part: &Origin) -> Option<Origin> {
    steps(part).find(|step| whole.span.contains(&step.span))
}

/// Whether something in a clause of a define's body was given by a call.
pub(super) fn is_given(whole: &Origin, part: &Origin) -> bool {
    let inside = |call: &Origin| steps(part).any(|step| call.span != step.span && call.span.contains(&step.span));
    within(whole, part).is_none() && steps(whole).skip(1).any(|call| inside(&call))
}

impl Explainer<'_> {
    /// Where an argument is out of place, whatever it is: in the body of a define where no call makes the clause right
    /// that it is given to. `among` says that the place is one among the other arguments, which a call can exchange.
    pub(super) fn place_in(&mut self, whole: &Origin, clause: &Clause, arg: &Term, among: bool) -> Origin {
        if let Some(own) = within(whole, &arg.origin) {
            return own;
        }
        let given = |item: &Term| is_given(whole, &item.origin);
        let exchanged = || clause.items.iter().any(|item| !std::ptr::eq(item, arg) && given(item));
        if !given(arg) || among && exchanged() || self.is_right_elsewhere(whole.span) {
            return arg.origin.clone();
        }
        // Of the marker nothing is left but the gap between what the body has before and behind it.
        let at = clause.items.iter().position(|item| std::ptr::eq(item, arg)).unwrap_or(0);
        let before = clause.items.iter().take(at).rev().find_map(|item| within(whole, &item.origin));
        let behind = clause
            .items
            .iter()
            .skip(at + 1)
            .find_map(|item| within(whole, item.label.as_ref().map_or(&item.origin, |label| &label.origin)));
        let start = before.map_or(clause.head_origin.span.end, |before| before.span.end);
        let end = behind.map_or(whole.span.end.saturating_sub(1), |behind| behind.span.start);
        Origin { span: Span { start, end: end.max(start), ..whole.span }, trail: whole.trail.clone() }
    }

    /// Whether a clause of a define's body is right as some call fills it.
    fn is_right_elsewhere(&mut self, span: Span) -> bool {
        let mut right = |term: &Term| match &term.kind {
            TermKind::Clause(clause) => term.origin.span == span && self.matcher.fits_some_kind(clause),
            _ => false,
        };
        *self.bodies.entry(span).or_insert_with(|| self.root.any(&mut right))
    }
}
