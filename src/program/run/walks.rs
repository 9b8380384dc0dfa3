//! Walks from step to step: from where some sites are reached, and what is reached from a site.

use super::joined::{Join, Joined};
use super::machine::Machine;
use crate::program::bits::Set;
use crate::program::ir::{BoolNode, Var, Walk};
use crate::program::space::Steps;
use smallvec::SmallVec;

/// What a walk goes by, evaluated once for all its steps.
pub(super) struct Ground<const W: usize> {
    through: Set<W>,
    leave: Set<W>,
    /// Whether nothing else is asked of a step.
    free: bool,
    /// Whether there is a condition to be evaluated for each step.
    rest: bool,
    clauses: SmallVec<[Met<W>; 2]>,
}

/// A clause with its sets.
struct Met<const W: usize> {
    to: Set<W>,
    from: Set<W>,
    common: SmallVec<[Common<W>; 1]>,
}

/// A condition on shared neighbours with its set.
#[derive(Clone, Copy)]
struct Common<const W: usize> {
    set: Set<W>,
    join: Join,
    /// Where its rows are kept, if they are, and for which sites they do not hold.
    kept: Option<(usize, Set<W>)>,
}

/// A clause as it is looked at from one end of the steps: sites for which it holds whatever the other end is, other ends for
/// which it holds, and the sites joined to each by its condition on shared neighbours.
struct Plain<'r, const W: usize> {
    here: Set<W>,
    there: Set<W>,
    rows: &'r [Set<W>],
    /// Sites whose rows have to be found.
    others: Set<W>,
    common: Option<(Common<W>, &'r Steps<W>)>,
}

impl<const W: usize> Plain<'_, W> {
    /// Those of the sites at the other ends of steps that the clause leaves.
    #[inline(always)]
    fn of(&self, site: usize, ends: Set<W>) -> Set<W> {
        if self.here.contains(site) {
            return ends;
        }
        let Some((common, steps)) = &self.common else { return ends & self.there };
        let row = match self.rows.get(site) {
            Some(&row) if !self.others.contains(site) => row,
            _ => common.join.of(steps, common.set, site),
        };
        ends & (self.there | row)
    }
}

type Plains<'r, const W: usize> = SmallVec<[Plain<'r, W>; 3]>;

impl<const W: usize> Ground<W> {
    /// The clauses in a form that no node has to be evaluated for; `None` where that is not enough.
    fn plain<'r>(&self, joined: &'r [Joined<W>], steps: &'r [Steps<W>], forward: bool) -> Option<Plains<'r, W>> {
        if self.rest || self.clauses.iter().any(|clause| clause.common.len() > 1) {
            return None;
        }
        let plain = self.clauses.iter().map(|clause| {
            let (here, there) = if forward { (clause.from, clause.to) } else { (clause.to, clause.from) };
            let common = clause.common.first().map(|&common| (common, &steps[common.join.rel.index()]));
            let kept = common.and_then(|(common, _)| common.kept);
            let rows = kept.and_then(|(slot, _)| joined.get(slot)).map_or(&[][..], Joined::rows);
            Plain { here, there, rows, others: kept.map_or(Set::EMPTY, |(_, others)| others), common }
        });
        Some(plain.collect())
    }
}

impl<const W: usize> Machine<'_, W> {
    /// What a walk goes by, of sets that have been found: where it leads, what it leaves, and for each clause the ends, the
    /// starts and what has to be shared.
    pub(super) fn ground(&mut self, walk: &Walk, sets: &[Set<W>]) -> Ground<W> {
        let mut sets = sets.iter().copied();
        let mut next = || sets.next().unwrap_or_default();
        let (through, leave) = (next(), next());
        let rest = !matches!(self.program.table.truth(walk.cond), BoolNode::Const(true));
        let mut clauses = SmallVec::new();
        for clause in &walk.clauses {
            let (to, from) = (next(), next());
            let common = clause.common.iter().map(|&(id, rel, cmp, number)| {
                let number = self.int(number);
                self.common(Join { set: id, rel, cmp, number }, next())
            });
            clauses.push(Met { to, from, common: common.collect() });
        }
        Ground { through, leave, free: !rest && clauses.is_empty(), rest, clauses }
    }

    fn common(&mut self, join: Join, set: Set<W>) -> Common<W> {
        let slot = self.prepared.joins.iter().position(|known| *known == join);
        let kept = slot.and_then(|slot| {
            let steps = &self.prepared.steps[join.rel.index()];
            self.joined.get_mut(slot).map(|joined| (slot, joined.follow(&join, steps, set)))
        });
        Common { set, join, kept }
    }

    fn walk_sets(&mut self, walk: &Walk) -> Ground<W> {
        let all = self.prepared.all;
        let mut sets: SmallVec<[Set<W>; 8]> = SmallVec::new();
        for part in [walk.through, walk.leave] {
            sets.push(part.map_or(all, |set| self.set(set)));
        }
        for clause in &walk.clauses {
            for part in [clause.to, clause.from] {
                sets.push(part.map_or(Set::EMPTY, |set| self.set(set)));
            }
            for &(set, ..) in &clause.common {
                sets.push(self.set(set));
            }
        }
        self.ground(walk, &sets)
    }

    /// Of the sites at the other ends of steps from (or to) a site those that the conditions on both ends leave.
    #[inline(always)]
    fn other_ends(&mut self, walk: &Walk, ground: &Ground<W>, site: usize, forward: bool, ends: Set<W>) -> Set<W> {
        let mut left = ends;
        for clause in ground.clauses.as_slice() {
            let (here, there) = if forward { (clause.from, clause.to) } else { (clause.to, clause.from) };
            if here.contains(site) || left.within(&there) {
                continue;
            }
            let mut joined = there;
            for common in clause.common.as_slice() {
                joined = joined | self.sharing(common, site);
            }
            left = left & joined;
        }
        if ground.rest { self.other_ends_one_by_one(walk, site, forward, left) } else { left }
    }

    #[inline(never)]
    fn other_ends_one_by_one(&mut self, walk: &Walk, site: usize, forward: bool, left: Set<W>) -> Set<W> {
        let saved = self.vars;
        let mut found = Set::EMPTY;
        for other in left {
            let (from, to) = if forward { (site, other) } else { (other, site) };
            self.vars[Var::From as usize] = from as i32;
            self.vars[Var::To as usize] = to as i32;
            if self.truth(walk.cond) {
                found.insert(other);
            }
        }
        self.vars = saved;
        found
    }

    #[inline(always)]
    fn sharing(&self, common: &Common<W>, site: usize) -> Set<W> {
        if let Some((slot, others)) = common.kept
            && !others.contains(site)
            && let Some(&row) = self.joined.get(slot).and_then(|joined| joined.rows().get(site))
        {
            return row;
        }
        common.join.of(&self.prepared.steps[common.join.rel.index()], common.set, site)
    }

    /// The sites from which a walk of one step or more leads to one of the goals.
    pub(super) fn reaching(&mut self, goals: Set<W>, walk: &Walk) -> Set<W> {
        let ground = self.walk_sets(walk);
        self.reaching_over(goals, walk, &ground)
    }

    /// The same for what has been found.
    pub(super) fn reaching_over(&mut self, goals: Set<W>, walk: &Walk, ground: &Ground<W>) -> Set<W> {
        let (through, leave, free) = (ground.through, ground.leave, ground.free);
        let steps = &self.prepared.steps[walk.rel.index()];
        let mut found = Set::EMPTY;
        let mut ends = goals & through;
        let mut edge = ends;
        if let Some(clauses) = ground.plain(&self.joined, &self.prepared.steps, false).filter(|_| !free) {
            let clauses = clauses.as_slice();
            while !edge.is_empty() {
                let left = leave - found;
                let new = edge.fold(Set::EMPTY, |new, to| {
                    let ends = (steps.back(to) & left) - new;
                    if ends.is_empty() {
                        return new;
                    }
                    new | clauses.iter().fold(ends, |ends, clause| clause.of(to, ends))
                });
                found = found | new;
                edge = (new & through) - ends;
                ends = ends | edge;
            }
            return found;
        }
        while !edge.is_empty() {
            let mut new = Set::EMPTY;
            if free {
                new = (steps.spread_back(edge) & leave) - found;
            } else {
                for to in edge {
                    let ends = (steps.back(to) & leave) - found - new;
                    if !ends.is_empty() {
                        new = new | self.other_ends(walk, ground, to, false, ends);
                    }
                }
            }
            found = found | new;
            edge = (new & through) - ends;
            ends = ends | edge;
        }
        found
    }

    /// The sites to which a walk of one step or more leads from a site.
    pub(super) fn reached_from(&mut self, from: i32, walk: &Walk) -> Set<W> {
        let ground = self.walk_sets(walk);
        self.reached_over(self.one(from), walk, &ground)
    }

    /// The same for what has been found, from all sites of a set.
    pub(super) fn reached_over(&mut self, from: Set<W>, walk: &Walk, ground: &Ground<W>) -> Set<W> {
        let (through, leave, free) = (ground.through, ground.leave, ground.free);
        let steps = &self.prepared.steps[walk.rel.index()];
        let mut found = Set::EMPTY;
        let mut edge = from;
        if let Some(clauses) = ground.plain(&self.joined, &self.prepared.steps, true).filter(|_| !free) {
            let clauses = clauses.as_slice();
            while !edge.is_empty() {
                let left = through - found;
                let new = (edge & leave).fold(Set::EMPTY, |new, from| {
                    let ends = (steps.near(from) & left) - new;
                    if ends.is_empty() {
                        return new;
                    }
                    new | clauses.iter().fold(ends, |ends, clause| clause.of(from, ends))
                });
                edge = new - found;
                found = found | new;
            }
            return found;
        }
        while !edge.is_empty() {
            let mut new = Set::EMPTY;
            if free {
                new = (steps.spread(edge & leave) & through) - found;
            } else {
                for from in edge & leave {
                    let ends = (steps.near(from) & through) - found - new;
                    if !ends.is_empty() {
                        new = new | self.other_ends(walk, ground, from, true, ends);
                    }
                }
            }
            found = found | new;
            edge = new;
        }
        found
    }
}
