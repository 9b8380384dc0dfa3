//! Which slots of a generator may have a move of a piece, by the site where it stands, as far as that is known without looking for the move.

use crate::engine::site_set::SiteSet;

/// Which of the sites of a lane have to be empty for its moves: for the first moves none, for each further one the next of these.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Needs<'a> {
    pub after: usize,
    pub sites: &'a [u32],
}

impl Needs<'_> {
    /// Nothing is known of any move.
    pub const NOTHING: Needs<'static> = Needs { after: 0, sites: &[] };

    /// The site for the move of this number.
    pub fn of(self, number: usize) -> Option<u32> {
        self.sites.get(number.checked_sub(self.after)?).copied()
    }
}

/// In the place of a site that has to be empty where there is none.
const NO_SITE: u16 = u16::MAX;

/// What is found out of the slots of pieces of a component, from each site of the board.
pub(crate) struct Marks {
    by_site: Box<[SiteSet]>,
    /// By site and slot, of which there are `each`, a site that has to be empty.
    needed: Vec<u16>,
    each: usize,
}

impl Marks {
    /// For a board of so many sites and so many slots of a piece, of which none may have a move.
    pub fn new(sites: usize, each: usize) -> Marks {
        let by_site = vec![SiteSet::new(); sites].into_boxed_slice();
        Marks { by_site, needed: vec![NO_SITE; sites * each], each }
    }

    /// Notes that a slot of a piece on a site may have a move, if this site is empty. Where it may have one in several ways, it may if any
    /// is open.
    pub fn add(&mut self, site: usize, slot: usize, needed: Option<u32>) {
        let Some(slots) = self.by_site.get_mut(site).filter(|_| slot < self.each) else { return };
        let Some(kept) = self.needed.get_mut(site * self.each + slot) else { return };
        let needed = needed.and_then(|needed| u16::try_from(needed).ok()).unwrap_or(NO_SITE);
        *kept = if !slots.contains(slot as i32) || *kept == needed { needed } else { NO_SITE };
        slots.insert(slot as i32);
    }

    /// Notes that these slots may have moves of pieces anywhere.
    pub fn add_everywhere(&mut self, slots: std::ops::Range<usize>) {
        for site in 0..self.by_site.len() {
            slots.clone().for_each(|slot| self.add(site, slot, None));
        }
    }

    /// What is known, the slots that may have moves `numbered` one after the other if asked for; `None` if all may always have one.
    pub fn finish(self, numbered: bool) -> Option<Marked> {
        let Marks { by_site, needed, each } = self;
        let needed = if needed.iter().any(|&site| site != NO_SITE) { needed } else { Vec::new() };
        let all = by_site.iter().all(|slots| slots.len() == each);
        let slots = if numbered { Slots::numbered(&by_site) } else { Slots::Sets(by_site) };
        (!all || !needed.is_empty()).then_some(Marked { slots, needed: needed.into_boxed_slice(), each })
    }
}

/// The slots of pieces of a component that may have moves from each site of the board.
pub(crate) struct Marked {
    slots: Slots,
    /// As in [`Marks`]; nothing where no slot needs a site to be empty.
    needed: Box<[u16]>,
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

impl Marked {
    /// How many of a site are numbered at most, if they are.
    #[inline]
    pub fn most(&self) -> Option<usize> {
        match &self.slots {
            Slots::Sets(_) => None,
            Slots::Numbered(most, _) => Some(*most),
        }
    }

    /// The slot of this number of a site, below [`Marked::most`] or all slots, if it may have a move while these sites are empty.
    #[inline]
    pub fn slot(&self, site: i32, number: usize, empty: &SiteSet) -> Option<usize> {
        let site = usize::try_from(site).ok()?;
        let slot = match &self.slots {
            Slots::Sets(by_site) => by_site.get(site)?.contains(number as i32).then_some(number)?,
            Slots::Numbered(most, slots) => usize::from((*slots.get(site * most + number)?)?),
        };
        let needed = self.needed.get(site * self.each + slot).copied().filter(|&needed| needed != NO_SITE);
        needed.is_none_or(|needed| empty.contains(i32::from(needed))).then_some(slot)
    }
}
