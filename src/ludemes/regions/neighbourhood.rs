//! The sites one step away, as sets that are made once.

use super::set_of;
use crate::ludemes::prelude::*;

/// The largest board for which the sets of all sites are made beforehand; they grow with the square of its size.
const LARGEST: usize = 1024;

/// One step from each site of the board in one direction.
pub(super) struct Neighbourhood {
    board: Arc<Topology>,
    t: SiteType,
    direction: Direction,
    relation: Option<Relation>,
    sets: Vec<SiteSet>,
}

impl Neighbourhood {
    /// The steps of a direction, or of a class of directions.
    pub fn new(board: Arc<Topology>, t: SiteType, direction: Direction) -> Self {
        let relation = Relation::ALL.into_iter().find(|relation| relation.direction() == direction);
        let mut new = Neighbourhood { board, t, direction, relation, sets: Vec::new() };
        let n = new.board.len(t);
        if n <= LARGEST {
            new.sets = (0..n).map(|site| set_of(new.of(site))).collect();
        }
        new
    }

    /// Whether the board is small enough for the sets of all sites to have been made.
    pub fn is_listed(&self) -> bool {
        !self.sets.is_empty()
    }

    /// The sites one step from a site; nothing off the board.
    pub fn of(&self, site: usize) -> &[u32] {
        match self.relation {
            Some(relation) => self.board.neighbours(self.t, site, relation),
            None => self.board.steps(self.t, site, self.direction),
        }
    }

    /// The sites one step from a site, with or without itself; nothing for a negative site.
    pub fn around(&self, site: i32, include: bool) -> SiteSet {
        let Ok(index) = usize::try_from(site) else { return SiteSet::new() };
        let mut found = self.sets.get(index).cloned().unwrap_or_else(|| set_of(self.of(index)));
        if include {
            found.insert(site);
        } else {
            found.remove(site);
        }
        found
    }

    /// Adds the sites one step from a site.
    pub fn add_to(&self, all: &mut SiteSet, site: i32) {
        let Ok(site) = usize::try_from(site) else { return };
        match self.sets.get(site) {
            Some(set) => all.union_with(set),
            None => self.of(site).iter().for_each(|&next| all.insert(next as i32)),
        }
    }
}
