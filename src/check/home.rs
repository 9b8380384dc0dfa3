//! Where a clause belongs.

use crate::schema::{Form, Schema};
use std::collections::BTreeSet;

/// A clause that may stand in more ludemes than this says nothing of where it belongs.
const MAX_HOMES: usize = 3;

/// Says in which ludemes a clause of this head stands, where those are few.
pub(super) fn home(head: &str) -> Option<String> {
    let schema = Schema::get();
    let mut homes = BTreeSet::new();
    for form in schema.forms_for(head) {
        let takes = |other: &&Form| other.slots.iter().any(|slot| slot.kind_id == form.kind_id);
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
