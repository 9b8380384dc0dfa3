//! What each clause and argument of a text was taken for.

use super::Document;
use crate::check::check_metadata;
use crate::check::places::{Seen, places};
use crate::check::typed::{Arg, Ludeme, Value};
use crate::diag::Origin;
use crate::schema::{Form, Slot};
use std::collections::HashSet;
use std::ops::Range;

/// What stands at the places of a text. Text of a define stands in as many places of the game as the define is called
/// in, and can be another thing in each.
#[derive(Debug, Default)]
pub(super) struct Seens {
    /// By the beginnings of the places.
    list: Vec<(Range<usize>, Seen)>,
}

impl Seens {
    pub fn of(document: &Document) -> Seens {
        let mut list: Vec<(Range<usize>, Seen)> = Vec::new();
        let mut told = HashSet::new();
        let mut add = |place: Range<usize>, seen: Seen| {
            let key = match seen {
                Seen::Clause(form) => (std::ptr::from_ref(form).addr(), 0),
                Seen::Argument(form, slot) => (std::ptr::from_ref(form).addr(), std::ptr::from_ref(slot).addr()),
            };
            if told.insert((place.start, place.end, key)) {
                list.push((place, seen));
            }
        };
        match &document.checked {
            Some(checked) => {
                let metadata = checked.expanded().metadata.as_ref().and_then(|metadata| check_metadata(metadata).0);
                for ludeme in std::iter::once(checked.typed()).chain(&metadata) {
                    typed(ludeme, &mut |origin, seen| {
                        if let Some(place) = document.range(origin.span) {
                            add(place, seen);
                        }
                    });
                }
            }
            None => {
                let Some(rough) = document.rough() else { return Seens::default() };
                for (root, kind) in rough.roots() {
                    places(root, kind, &mut |origin, seen| {
                        if let Some(place) = rough.place(origin) {
                            add(place, seen);
                        }
                    });
                }
            }
        }
        list.sort_by_key(|(place, _)| place.start);
        Seens { list }
    }

    fn starting(&self, start: usize) -> &[(Range<usize>, Seen)] {
        let from = self.list.partition_point(|(place, _)| place.start < start);
        let to = self.list.partition_point(|(place, _)| place.start <= start);
        self.list.get(from..to).unwrap_or_default()
    }

    /// The forms of the clause that begins at a place.
    pub fn forms(&self, start: usize) -> impl Iterator<Item = &'static Form> {
        self.starting(start).iter().filter_map(|(_, seen)| match seen {
            Seen::Clause(form) => Some(*form),
            Seen::Argument(..) => None,
        })
    }

    /// The slots of the argument that begins at a place.
    pub fn slots(&self, start: usize) -> impl Iterator<Item = (&'static Form, &'static Slot)> {
        self.starting(start).iter().filter_map(|(_, seen)| match seen {
            Seen::Argument(form, slot) => Some((*form, *slot)),
            Seen::Clause(_) => None,
        })
    }
}

fn typed<'a>(root: &'a Ludeme, see: &mut impl FnMut(&'a Origin, Seen)) {
    root.visit(&mut |ludeme| {
        see(&ludeme.origin, Seen::Clause(ludeme.form));
        for (slot, arg) in ludeme.form.slots.iter().zip(&ludeme.args) {
            if let Some(arg) = arg {
                see(&arg.origin, Seen::Argument(ludeme.form, slot));
                elements(arg, &mut |arg| see(&arg.origin, Seen::Argument(ludeme.form, slot)));
            }
        }
    });
}

/// The words and strings in an array: each stands for the slot of the whole.
fn elements<'a>(arg: &'a Arg, see: &mut impl FnMut(&'a Arg)) {
    if let Value::Array(items) = &arg.value {
        for item in items {
            match &item.value {
                Value::Array(_) => elements(item, see),
                Value::Ludeme(_) => {}
                _ => see(item),
            }
        }
    }
}
