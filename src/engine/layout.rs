//! Where the global site numbers lie: containers and site types.

use crate::board::SiteType;

/// One container's stretch of the global site numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// First global site.
    pub from: i32,
    /// Number of sites.
    pub len: i32,
}

/// The numbering of all sites of a game: the board's three site types, then the other containers.
///
/// Container 0 is the board. Its sites of each type are numbered from 0. The first container after it starts at the
/// larger of the number of cells and the number of default sites, the others follow; their sites are Cells
/// (Ludii 1.3.12's behaviour).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    default: SiteType,
    board: [i32; 3],
    others: Vec<Stretch>,
    /// The places of the sites of the other containers, in the order of their numbers.
    outside: Vec<StoreSite>,
}

/// A site store of the state and a site within it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreSite {
    /// Index of the store.
    pub store: usize,
    /// Site within the store.
    pub site: usize,
}

impl Layout {
    /// The layout of a board with so many vertices, edges and cells, and the sizes of the other containers.
    pub fn new(default: SiteType, board: [usize; 3], others: &[usize]) -> Self {
        let board = board.map(|n| i32::try_from(n).unwrap_or(i32::MAX));
        let mut from = board[SiteType::Cell as usize].max(board[default as usize]);
        let outside = others.iter().zip(3..).flat_map(|(&n, store)| (0..n).map(move |site| StoreSite { store, site }));
        let outside = outside.collect();
        let stretch = |&n: &usize| {
            let stretch = Stretch { from, len: i32::try_from(n).unwrap_or(0) };
            from = from.saturating_add(stretch.len);
            stretch
        };
        let others = others.iter().map(stretch).collect();
        Layout { default, board, others, outside }
    }

    /// The board's default site type.
    #[inline]
    pub fn default_type(&self) -> SiteType {
        self.default
    }

    /// Number of board sites of a type.
    #[inline]
    pub fn board_len(&self, t: SiteType) -> i32 {
        self.board[t as usize]
    }

    /// Number of board sites of the default type.
    #[inline]
    pub fn sites(&self) -> i32 {
        self.board_len(self.default)
    }

    /// A number above that of every site, whatever its type and container.
    pub fn end(&self) -> usize {
        let others = self.others.iter().map(|stretch| stretch.from.saturating_add(stretch.len));
        let most = self.board.iter().copied().chain(others).max();
        most.and_then(|most| usize::try_from(most).ok()).unwrap_or(0)
    }

    /// Number of containers, the board included.
    pub fn containers(&self) -> usize {
        1 + self.others.len()
    }

    /// The stretch of a container; the board's is that of its default type.
    pub fn stretch(&self, container: usize) -> Option<Stretch> {
        match container.checked_sub(1) {
            None => Some(Stretch { from: 0, len: self.sites() }),
            Some(index) => self.others.get(index).copied(),
        }
    }

    /// The container that holds a global site of a type; untyped hand sites are found as well.
    pub fn container_of(&self, site: i32) -> Option<usize> {
        if site < 0 {
            return None;
        }
        if site < self.sites() {
            return Some(0);
        }
        self.outside(site).map(|place| place.store - 2)
    }

    /// Sizes of the site stores by number: the board's vertices, edges, cells, then the other containers.
    pub fn store_sizes(&self) -> impl Iterator<Item = usize> {
        self.board.iter().copied().chain(self.others.iter().map(|s| s.len)).map(|n| usize::try_from(n).unwrap_or(0))
    }

    /// The number of the store of a board site type or of another container.
    #[inline]
    pub fn store_number(&self, container: usize, t: SiteType) -> usize {
        if container == 0 { t as usize } else { 2 + container }
    }

    /// The place of a site of exactly this type: sites outside the board are found only as Cells.
    #[inline]
    pub fn place(&self, t: SiteType, site: i32) -> Option<StoreSite> {
        if site < 0 {
            return None;
        }
        if site < self.board[t as usize] {
            return Some(StoreSite { store: t as usize, site: site as usize });
        }
        if t == SiteType::Cell { self.outside(site) } else { None }
    }

    /// The place of a site of this type, or of a site outside the board whatever the type.
    #[inline]
    pub fn any_place(&self, t: SiteType, site: i32) -> Option<StoreSite> {
        self.place(t, site).or_else(|| self.outside(site))
    }

    #[inline]
    fn outside(&self, site: i32) -> Option<StoreSite> {
        let from = self.others.first()?.from;
        self.outside.get(usize::try_from(site.checked_sub(from)?).ok()?).copied()
    }

    /// The type and global number of a site of a store.
    #[inline]
    pub fn global(&self, store: usize, site: usize) -> (SiteType, i32) {
        let site = i32::try_from(site).unwrap_or(i32::MAX);
        match store {
            0 => (SiteType::Vertex, site),
            1 => (SiteType::Edge, site),
            2 => (SiteType::Cell, site),
            _ => (SiteType::Cell, self.others.get(store - 3).map_or(-1, |s| s.from + site)),
        }
    }
}
