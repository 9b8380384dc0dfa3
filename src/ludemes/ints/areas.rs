//! Where steps lead at all, where a step depends on the site stepped to alone and can be taken back.
//!
//! Then the sites that may be stepped to fall into areas, and every search of one state shares them: a way leads from a
//! site, which is itself not tested, to all sites of the areas beside it. An area is found when it is first asked for.

use crate::engine::adjacency::Adjacency;
use crate::ludemes::prelude::*;

/// The areas found in one state.
#[derive(Clone, Default)]
pub(super) struct Areas {
    /// The sites that may be stepped to.
    open: SiteSet,
    found: Vec<SiteSet>,
}

impl Areas {
    /// None found yet among the sites that may be stepped to.
    pub(super) fn among(open: SiteSet) -> Self {
        Areas { open, found: Vec::new() }
    }

    /// Whether a way leads from a site to one of the targets, itself not among them. `near` are the sites that a step
    /// from each site leads to.
    pub(super) fn lead(&mut self, cx: &mut Cx, near: &Adjacency, source: usize, targets: &SiteSet) -> bool {
        self.beside(cx, near, source, |area| area.intersects(targets))
    }

    /// The sites to which ways lead from a site, itself not among them.
    pub(super) fn reached(&mut self, cx: &mut Cx, near: &Adjacency, source: usize) -> SiteSet {
        let mut reached = SiteSet::new();
        self.beside(cx, near, source, |area| {
            reached.union_with(area);
            false
        });
        reached.remove(source as i32);
        reached
    }

    /// The same of ways whose least number of steps is within a range.
    pub(super) fn within(&self, cx: &mut Cx, near: &Adjacency, source: usize, (least, most): (i32, i32)) -> SiteSet {
        let (mut rest, mut found) = (self.open.clone(), SiteSet::new());
        rest.remove(source as i32);
        let mut last: SiteSet = [source as i32].into_iter().collect();
        for steps in 1..=most {
            if last.is_empty() || !cx.spend(2 * last.len() as u64) {
                break;
            }
            let mut next = SiteSet::new().widened(near.sites());
            last.iter().for_each(|site| near.add_to(&mut next, site as usize));
            next.intersect_with(&rest);
            rest.subtract(&next);
            if steps >= least {
                found.union_with(&next);
            }
            last = next;
        }
        found
    }

    /// The same where it is told by the areas that have been found.
    pub(super) fn known_to_lead(&self, near: &Adjacency, source: usize, targets: &SiteSet) -> Option<bool> {
        match self.beside_found(near, source, &mut |area| area.intersects(targets)) {
            None => Some(true),
            Some(beside) => beside.is_empty().then_some(false),
        }
    }

    /// Goes over those areas beside a site that have been found, and gives the other open sites beside it; `None` as
    /// soon as one of the areas is what is looked for.
    fn beside_found(
        &self,
        near: &Adjacency,
        source: usize,
        is_sought: &mut impl FnMut(&SiteSet) -> bool,
    ) -> Option<SiteSet> {
        let mut beside = SiteSet::of_words(near.row(source));
        beside.intersect_with(&self.open);
        for area in &self.found {
            if area.intersects(&beside) {
                if is_sought(area) {
                    return None;
                }
                beside.subtract(area);
            }
        }
        Some(beside)
    }

    /// Goes over the areas beside a site until one of them is what is looked for; whether there is one.
    fn beside(
        &mut self,
        cx: &mut Cx,
        near: &Adjacency,
        source: usize,
        mut is_sought: impl FnMut(&SiteSet) -> bool,
    ) -> bool {
        let Some(mut beside) = self.beside_found(near, source, &mut is_sought) else { return true };
        while let Some(area) = beside.first().and_then(|site| self.open.joined_to(site, near, None)) {
            cx.charge(2 * area.len() as u64);
            beside.subtract(&area);
            let sought = is_sought(&area);
            self.found.push(area);
            if sought {
                return true;
            }
        }
        false
    }
}

/// The sites that a step from each site leads to, where each can be taken back and groups are found by sets.
pub(super) fn near(steps: &[Box<[u32]>]) -> Option<Adjacency> {
    let back = |from: usize, to: u32| steps.get(to as usize).is_some_and(|ways| ways.contains(&(from as u32)));
    let both_ways = steps.iter().enumerate().all(|(from, ways)| ways.iter().all(|&to| back(from, to)));
    let near = |site: usize| steps.get(site).into_iter().flatten().copied();
    (both_ways && steps.len() <= 64 * SiteSet::WIDEST).then(|| Adjacency::new(steps.len(), near))
}
