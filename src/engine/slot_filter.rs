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
        let all = by_site.iter().all(|slots| slots.len() == each);
        if all && needed.iter().all(|&needed| needed == Precondition::NOTHING) {
            return None;
        }
        let most = if numbered { by_site.iter().map(SiteSet::len).max().unwrap_or(0) } else { each };
        let mut tests = vec![SlotTest::NEVER; by_site.len() * most];
        for (site, slots) in by_site.iter().enumerate() {
            for (number, slot) in slots.iter().enumerate() {
                let number = if numbered { number } else { slot as usize };
                let needed = needed.get(site * each + slot as usize);
                let test = tests.get_mut(site * most + number);
                if let (Some(test), Some(needed), Ok(slot)) = (test, needed, u16::try_from(slot)) {
                    *test = SlotTest::of(*needed, slot);
                }
            }
        }
        Some(SlotFilter { numbered, most, tests: tests.into_boxed_slice() })
    }
}

/// What the bit of a site has to be in a set, tested without a branch: sites are needed in some slots and not in others,
/// and which slot is drawn cannot be predicted.
#[derive(Debug, Clone, Copy)]
struct BitTest {
    word: u8,
    /// The number of the bit in its word, and above it [`BitTest::ASKED`] and [`BitTest::WANTED`].
    bit: u8,
}

impl BitTest {
    const ASKED: u32 = 6;
    const WANTED: u32 = 7;
    const ALWAYS: BitTest = BitTest { word: 0, bit: 0 };
    const NEVER: BitTest = BitTest { word: 0, bit: 1 << BitTest::WANTED };

    fn of(site: u16, wanted: bool) -> BitTest {
        match u8::try_from(site / 64) {
            Ok(word) if site != NO_SITE => {
                let flags = 1 << BitTest::ASKED | u8::from(wanted) << BitTest::WANTED;
                BitTest { word, bit: (site % 64) as u8 | flags }
            }
            _ => BitTest::ALWAYS,
        }
    }

    /// 0 where the bit is as it has to be.
    #[inline]
    fn differs(self, words: &[u64]) -> u64 {
        let word = words.get(usize::from(self.word)).copied().unwrap_or(0);
        let (asked, wanted) = (u64::from(self.bit >> BitTest::ASKED & 1), u64::from(self.bit >> BitTest::WANTED));
        (word >> (self.bit & 63)) & asked ^ wanted
    }
}

/// What has to be empty and what occupied for a slot, and its number among all slots.
#[derive(Debug, Clone, Copy)]
struct SlotTest {
    empty: BitTest,
    occupied: BitTest,
    slot: u16,
}

impl SlotTest {
    const NEVER: SlotTest = SlotTest { empty: BitTest::NEVER, occupied: BitTest::NEVER, slot: 0 };

    fn of(needed: Precondition, slot: u16) -> SlotTest {
        SlotTest { empty: BitTest::of(needed.empty, true), occupied: BitTest::of(needed.occupied, false), slot }
    }
}

/// The slots of pieces of a component that may have moves from each site of the board.
pub(crate) struct SlotFilter {
    /// Whether only those slots are numbered that may have moves, one after the other from each site.
    numbered: bool,
    /// How many numbers a site has.
    most: usize,
    /// By site and number.
    tests: Box<[SlotTest]>,
}

impl SlotFilter {
    /// How many of a site are numbered at most, if they are.
    #[inline]
    pub fn most(&self) -> Option<usize> {
        self.numbered.then_some(self.most)
    }

    /// The slot of this number of a site, below [`SlotFilter::most`] or all slots, if it may have a move while these
    /// sites are empty.
    #[inline]
    pub fn slot(&self, site: i32, number: usize, empty: &SiteSet) -> Option<usize> {
        let test = self.tests.get(usize::try_from(site).ok()? * self.most + number)?;
        let words = empty.words();
        (test.empty.differs(words) | test.occupied.differs(words) == 0).then_some(usize::from(test.slot))
    }
}
