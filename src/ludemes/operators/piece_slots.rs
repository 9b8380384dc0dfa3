//! The slots of the pieces of a player, numbered component by component, piece by piece.

use crate::engine::slot_filter::SlotFilter;
use crate::engine::state::{Location, State};
use std::sync::OnceLock;

/// A component of which pieces are asked for.
pub(super) struct Kind {
    pub index: usize,
    /// How many slots a piece of it has at most; `None` where that is not known.
    pub most: Option<usize>,
    /// The slots that may have moves, as `Generator::filter_slots`, where not all of them may; found when first asked
    /// for.
    pub filter: OnceLock<Option<SlotFilter>>,
}

impl Kind {
    /// How many slots each piece of it has: where only those are numbered that may have moves, of these.
    #[inline]
    pub fn each(&self) -> Option<usize> {
        self.filter.get().and_then(Option::as_ref).and_then(SlotFilter::most).or(self.most)
    }
}

/// The first of some slots that may have a move, as far as that is known without looking for it: of which component, of
/// which piece, and its number among those of the piece. All pieces on the board are asked for.
#[inline]
pub(super) fn first_filtered<'k>(
    state: &State,
    kinds: &'k [Kind],
    mut numbers: impl Iterator<Item = usize>,
) -> Option<(&'k Kind, Location, usize)> {
    let (empty, sites) = (state.empty_sites(state.layout().default_type()), state.layout().sites());
    let slots_of = |kind: &'k Kind| {
        let locations = state.locations(kind.index);
        let each = kind.each().filter(|_| locations.iter().any(|location| location.site < sites));
        (locations, each.unwrap_or(0))
    };
    let (first, others) = kinds.split_first()?;
    let slots_of_first = slots_of(first);
    numbers.find_map(|mut number| {
        let (mut kind, mut others, mut slots) = (first, others.iter(), slots_of_first);
        while number >= slots.0.len() * slots.1 {
            number -= slots.0.len() * slots.1;
            kind = others.next()?;
            slots = slots_of(kind);
        }
        let (locations, each) = slots;
        let (&location, number) = (locations.get(number / each)?, number % each);
        let slot = match kind.filter.get() {
            Some(Some(filter)) => filter.slot(location.site, number, empty)?,
            _ => (location.site < sites).then_some(number)?,
        };
        Some((kind, location, slot))
    })
}
