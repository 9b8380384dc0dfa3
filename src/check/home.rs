//! Where a clause belongs.

use super::rewritten::is_right;
use crate::expand::tree::Clause;
use crate::schema::{Form, Schema};
use std::collections::BTreeSet;

/// A clause that may stand in more ludemes than this says nothing of where it belongs.
const MAX_HOMES: usize = 3;

/// The forms of the head of a clause: those for whose kinds it is right, if there are any.
pub(super) fn forms_of(clause: &Clause) -> Vec<&'static Form> {
    let forms: Vec<&Form> = Schema::get().forms_for(&clause.head).collect();
    let right: Vec<&Form> = forms.iter().copied().filter(|form| is_right(clause.clone(), Some(form.kind_id))).collect();
    if right.is_empty() { forms } else { right }
}

/// Says in which ludemes a clause stands, where those are few.
pub(super) fn home(clause: &Clause) -> Option<String> {
    let (schema, head) = (Schema::get(), &clause.head);
    let mut homes = BTreeSet::new();
    for form in forms_of(clause) {
        let takes = |other: &&Form| {
            *other.head != **head && other.slots.iter().any(|slot| schema.kind_of(slot.kind_id).takes(form.kind_id))
        };
        let here: BTreeSet<String> = schema.forms().iter().filter(takes).map(Form::title).collect();
        if here.len() <= MAX_HOMES {
            homes.extend(here);
        }
    }
    if homes.is_empty() || homes.len() > MAX_HOMES {
        return None;
    }
    let homes: Vec<String> = homes.iter().map(|home| format!("`({home} …)`")).collect();
    Some(format!("`({head} …)` stands in {}", homes.join(" or ")))
}
