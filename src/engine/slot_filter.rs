//! Which slots of a generator may have a move of a piece, by the site where it stands, as far as that is known without
//! looking for the move.

use crate::engine::site_set::SiteSet;

/// What the moves of a lane need of its sites, whatever else is asked of them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Preconditions<'a> {
    /// For each move but as many as `after`, the first ones, a site that has to be empty.
    pub empty: &'a [u32],
    pub after: usize,
    /// A site that has to be occupied for all of them.
    pub occupied: Option<u32>,
}

impl Preconditions<'_> {
    /// What the move of this number needs.
    pub fn of(self, number: usize) -> Precondition {
        let empty = number.checked_sub(self.after).and_then(|number| self.empty.get(number)).copied();
        Precondition { empty: packed(empty), occupied: packed(self.occupied) }
    }
}

/// A site that has to be empty for a move, and one that has to be occupied; [`NO_SITE`] for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Precondition {
    empty: u16,
    occupied: u16,
}

impl Precondition {
    pub const NOTHING: Precondition = Precondition { empty: NO_SITE, occupied: NO_SITE };

    /// Whether there is what is needed where these sites are empty.
    #[inline]
    fn is_there(self, empty: &SiteSet) -> bool {
        (self.empty == NO_SITE || empty.contains(i32::from(self.empty)))
            && (self.occupied == NO_SITE || !empty.contains(i32::from(self.occupied)))
    }
}

/// In the place of a site where there is none.
const NO_SITE: u16 = u16::MAX;

fn packed(site: Option<u32>) -> u16 {
    site.and_then(|site| u16::try_from(site).ok()).unwrap_or(NO_SITE)
}

/// What is found out of the slots of pieces of a component, from each site of the board.
pub(crate) struct FilterBuilder {
    by_site: Box<[SiteSet]>,
    /// By site and slot, of which there are `each`, what its move needs.
    needed: Vec<Precondition>,
    each: usize,
}

impl FilterBuilder {
    /// For a board of so many sites and so many slots of a piece, of which none may have a move.
    pub fn new(sites: usize, each: usize) -> FilterBuilder {
        let by_site = vec![SiteSet::new(); sites].into_boxed_slice();
        FilterBuilder { by_site, needed: vec![Precondition::NOTHING; sites * each], each }
    }

    /// Notes that a slot of a piece on a site may have a move, if there is what it needs. Where it may have one in
    /// several ways, these need the same or nothing.
    pub fn add(&mut self, site: usize, slot: usize, needed: Precondition) {
        let Some(slots) = self.by_site.get_mut(site).filter(|_| slot < self.each) else { return };
        let Some(kept) = self.needed.get_mut(site * self.each + slot) else { return };
        *kept = if !slots.contains(slot as i32) || *kept == needed { needed } else { Precondition::NOTHING };
        slots.insert(slot as i32);
    }

    /// Notes that these slots may have moves of pieces anywhere.
    pub fn add_everywhere(&mut self, slots: std::ops::Range<usize>) {
        for site in 0..self.by_site.len() {
            slots.clone().for_each(|slot| self.add(site, slot, Precondition::NOTHING));
        }
    }

    /// What is known, the slots that may have moves `numbered` one after the other if asked for; `None` if all may
    /// always have one.
    pub fn finish(self, numbered: bool) -> Option<SlotFilter> {
        let FilterBuilder { by_site, needed, each } = self;
        let needed = if needed.iter().any(|&needed| needed != Precondition::NOTHING) { needed } else { Vec::new() };
        let all = by_site.iter().all(|slots| slots.len() == each);
        let slots = if numbered { Slots::numbered(&by_site) } else { Slots::Sets(by_site) };
        (!all || !needed.is_empty()).then_some(SlotFilter { slots, needed: needed.into_boxed_slice(), each })
    }
}

/// The slots of pieces of a component that may have moves from each site of the board.
pub(crate) struct SlotFilter {
    slots: Slots,
    /// As in [`FilterBuilder`]; nothing where no slot needs anything.
    needed: Box<[Precondition]>,
    each: usize,
}

enum Slots {
    /// Among all of them.
    Sets(Box<[SiteSet]>),
    /// Numbered one after the other from each site, of which there are so many at most.
    Numbered(usize, Box<[Option<u16>]>),
}

impl Slots {
    fn numbered(by_site: &[SiteSet]) -> Slots {
        let most = by_site.iter().map(SiteSet::len).max().unwrap_or(0);
        let slots = |slots: &SiteSet| {
            let marked: Vec<Option<u16>> = slots.iter().map(|slot| u16::try_from(slot).ok()).collect();
            marked.into_iter().chain(std::iter::repeat(None)).take(most)
        };
        Slots::Numbered(most, by_site.iter().flat_map(slots).collect())
    }
}

impl SlotFilter {
    /// How many of a site are numbered at most, if they are.
    #[inline]
    pub fn most(&self) -> Option<usize> {
        match &self.slots {
            Slots::Sets(_) => None,
            Slots::Numbered(most, _) => Some(*most),
        }
    }

    /// The slot of this number of a site, below [`SlotFilter::most`] or all slots, if it may have a move while these sites
    /// are empty.
    #[inline]
    pub fn slot(&self, site: i32, number: usize, empty: &SiteSet) -> Option<usize> {
        let site = usize::try_from(site).ok()?;
        let slot = match &self.slots {
            Slots::Sets(by_site) => by_site.get(site)?.contains(number as i32).then_some(number)?,
            Slots::Numbered(most, slots) => usize::from((*slots.get(site * most + number)?)?),
        };
        let needed = self.needed.get(site * self.each + slot);
        needed.is_none_or(|needed| needed.is_there(empty)).then_some(slot)
    }
}
