//! Which slots of a generator may have a move of a piece, by the site where it stands, as far as that is known without looking at what
//! stands around it.

use crate::engine::site_set::SiteSet;

/// The slots of pieces of a component that may have moves from each site of the board.
pub(crate) enum Marked {
    /// Among all of them.
    Sets(Box<[SiteSet]>),
    /// Numbered one after the other from each site, of which there are so many at most.
    Numbered(usize, Box<[Option<u16>]>),
}

impl Marked {
    /// The slots of each site numbered.
    pub fn numbered(by_site: &[SiteSet]) -> Marked {
        let most = by_site.iter().map(SiteSet::len).max().unwrap_or(0);
        let slots = |slots: &SiteSet| {
            let marked: Vec<Option<u16>> = slots.iter().map(|slot| u16::try_from(slot).ok()).collect();
            marked.into_iter().chain(std::iter::repeat(None)).take(most)
        };
        Marked::Numbered(most, by_site.iter().flat_map(slots).collect())
    }

    /// How many of a site are numbered at most, if they are.
    #[inline]
    pub fn most(&self) -> Option<usize> {
        match self {
            Marked::Sets(_) => None,
            Marked::Numbered(most, _) => Some(*most),
        }
    }

    /// The slot of this number of a site, below [`Marked::most`], if there is one.
    #[inline]
    pub fn slot(&self, site: i32, number: usize) -> Option<usize> {
        match self {
            Marked::Sets(_) => Some(number),
            Marked::Numbered(most, slots) => {
                let first = usize::try_from(site).ok()? * most;
                slots.get(first + number)?.map(usize::from)
            }
        }
    }

    /// Whether a slot of a site may have a move, where all slots are numbered.
    #[inline]
    pub fn may_have(&self, site: i32, slot: usize) -> bool {
        match self {
            Marked::Sets(by_site) => {
                let slots = usize::try_from(site).ok().and_then(|site| by_site.get(site));
                slots.is_none_or(|slots| slots.contains(slot as i32))
            }
            Marked::Numbered(..) => true,
        }
    }
}
