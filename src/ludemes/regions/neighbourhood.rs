//! The sites one step away, listed once.

use super::set_of;
use crate::engine::adjacency::Adjacency;
use crate::ludemes::prelude::*;

/// The largest board for which the neighbours of all sites are listed beforehand.
const LARGEST: usize = 1024;

/// One step from each site of the board in one direction.
pub(super) struct Neighbourhood {
    board: Arc<Topology>,
    t: SiteType,
    direction: Direction,
    relation: Option<Relation>,
    near: Option<Adjacency>,
}

impl Neighbourhood {
    /// The steps of a direction, or of a class of directions.
    pub fn new(board: Arc<Topology>, t: SiteType, direction: Direction) -> Self {
        let relation = Relation::ALL.into_iter().find(|relation| relation.direction() == direction);
        let mut new = Neighbourhood { board, t, direction, relation, near: None };
        let n = new.board.len(t);
        new.near = (1..=LARGEST).contains(&n).then(|| Adjacency::new(n, |site| new.of(site).iter().copied()));
        new
    }

    /// Whether the board is small enough for the neighbours of all sites to have been listed.
    pub fn is_listed(&self) -> bool {
        self.near.is_some()
    }

    /// How many sites the board has.
    pub fn sites(&self) -> usize {
        self.board.len(self.t)
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
        let listed = self.near.as_ref().map(|near| SiteSet::of_words(near.row(index)));
        let mut found = listed.unwrap_or_else(|| set_of(self.of(index)));
        if include {
            found.insert(site);
        } else {
            found.remove(site);
        }
        found
    }

    /// Adds the sites one step from a site to a set as wide as the board.
    pub fn add_to(&self, all: &mut SiteSet, site: i32) {
        let Ok(site) = usize::try_from(site) else { return };
        match &self.near {
            Some(near) => near.add_to(all, site),
            None => self.of(site).iter().for_each(|&next| all.insert(next as i32)),
        }
    }
}
