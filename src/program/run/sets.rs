//! Evaluating sets.

use super::machine::Machine;
use super::position::OWNERS;
use crate::program::bits::Set;
use crate::program::ir::{BoolId, BoolNode, Cmp, CountId, IntId, IntNode, RelId, SetId, SetNode, Var, Walk, part};
use crate::program::rewrites::LARGEST_SUM;
use crate::program::space::Planes;
use smallvec::SmallVec;

#[inline]
fn compare<const W: usize>(cmp: Cmp, a: &Planes<W>, b: &Planes<W>) -> Set<W> {
    let all = Set([u64::MAX; W]);
    match cmp {
        Cmp::Ge => a.at_least(b),
        Cmp::Le => b.at_least(a),
        Cmp::Gt => all - b.at_least(a),
        Cmp::Lt => all - a.at_least(b),
        Cmp::Eq => a.equal(b),
        Cmp::Ne => all - a.equal(b),
    }
}

/// What a walk goes by, evaluated once for all its steps.
struct Ground<const W: usize> {
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
    common: SmallVec<[(Set<W>, RelId, Cmp, i32); 1]>,
}

impl<const W: usize> Machine<'_, W> {
    /// The value of a set node.
    pub fn set(&mut self, id: SetId) -> Set<W> {
        let program = self.program;
        match *program.table.set(id) {
            SetNode::Const(id) => self.prepared.consts[id.index()],
            SetNode::Empty => self.position.empty,
            SetNode::Owned(player) => {
                let player = self.int(player);
                self.position.of_player(player)
            }
            SetNode::Union(a, b) => self.set(a) | self.set(b),
            SetNode::Inter(a, b) => {
                let a = self.set(a);
                if a.is_empty() { a } else { a & self.set(b) }
            }
            SetNode::Diff(a, b) => {
                let a = self.set(a);
                if a.is_empty() { a } else { a - self.set(b) }
            }
            SetNode::If(cond, a, b) => {
                if self.truth(cond) {
                    self.set(a)
                } else {
                    self.set(b)
                }
            }
            SetNode::One(site) => {
                let site = self.int(site);
                self.one(site)
            }
            SetNode::AroundSite(site, rel, include) => {
                let site = self.int(site);
                let one = self.one(site);
                match one.first() {
                    Some(site) => {
                        let near = self.prepared.steps[rel.index()].near(site);
                        if include { near | one } else { near - one }
                    }
                    None => Set::EMPTY,
                }
            }
            SetNode::Bound => self.region,
            SetNode::Linear { cmp, ref left, ref right, plus } => {
                self.begin(id);
                let found = self.linear(id, cmp, left, right, plus);
                self.finish();
                found
            }
            SetNode::Alike { site, rel, near, far, ref numbers } => {
                let site = self.int(site);
                let (near, far) = self.alike(id, site, near, far, numbers);
                let Some(rel) = rel else { return far };
                let around = usize::try_from(site)
                    .map_or(Set::EMPTY, |site| self.prepared.steps[rel.index()].near(site) - Set::one(site));
                (near & around) | (far - around)
            }
            ref node => {
                let needs = program.table.set_needs(id);
                if let Some(kept) = self.kept_set(id.index(), needs) {
                    return kept;
                }
                self.begin(id);
                let value = self.costly_set(node);
                self.finish();
                self.keep_set(id.index(), needs, value);
                value
            }
        }
    }

    fn one(&self, site: i32) -> Set<W> {
        match usize::try_from(site) {
            Ok(site) if site < self.program.table.sites => Set::one(site),
            _ => Set::EMPTY,
        }
    }

    fn costly_set(&mut self, node: &SetNode) -> Set<W> {
        match *node {
            SetNode::Filter(of, var, cond) => {
                let of = self.set(of);
                let saved = self.vars[var as usize];
                let mut found = Set::EMPTY;
                for site in of {
                    self.vars[var as usize] = site as i32;
                    if self.truth(cond) {
                        found.insert(site);
                    }
                }
                self.vars[var as usize] = saved;
                found
            }
            SetNode::Gather(of, var, set) => {
                let of = self.set(of);
                let saved = self.vars[var as usize];
                let mut found = Set::EMPTY;
                for site in of {
                    self.vars[var as usize] = site as i32;
                    found = found | self.set(set);
                }
                self.vars[var as usize] = saved;
                found
            }
            SetNode::Around(of, rel, include) => {
                let of = self.set(of);
                let near = self.prepared.steps[rel.index()].spread(of);
                if include { near | of } else { near - of }
            }
            SetNode::Spread(of, rel) => {
                let of = self.set(of);
                self.prepared.steps[rel.index()].spread(of)
            }
            SetNode::AroundIf(of, rel, cond, include) => self.around_if(of, rel, cond, include),
            SetNode::Reaching(goals, ref walk) => {
                let goals = self.set(goals);
                self.reaching(goals, walk)
            }
            SetNode::ReachedFrom(from, ref walk) => {
                let from = self.int(from);
                self.reached_from(from, walk)
            }
            _ => Set::EMPTY,
        }
    }

    fn around_if(&mut self, of: SetId, rel: RelId, cond: BoolId, include: bool) -> Set<W> {
        let of = self.set(of);
        let mut found = Set::EMPTY;
        let saved = self.vars;
        for from in of {
            self.vars[Var::From as usize] = from as i32;
            for to in self.prepared.steps[rel.index()].near(from) - found {
                self.vars[Var::To as usize] = to as i32;
                if self.truth(cond) {
                    found.insert(to);
                }
            }
        }
        self.vars = saved;
        if include { found | of } else { found - of }
    }

    /// The sets that sites share which are alike in some numbers. Each is found once as long as nothing else changes
    /// that they depend on.
    fn alike(&mut self, id: SetId, site: i32, near: SetId, far: SetId, numbers: &[CountId]) -> (Set<W>, Set<W>) {
        let (slot, reads) = self.prepared.alike[id.index()];
        let (stamp, turn) = (self.stamp(reads), self.turn_code());
        if self.alike[slot].stamp != stamp || self.alike[slot].turn != turn {
            self.alike[slot].begin(stamp, turn);
            for (index, &number) in numbers.iter().enumerate() {
                let counted = self.neighbour_counts(number);
                let planes = self.counted[counted].1;
                if let Some(counts) = self.alike[slot].counts.get_mut(index) {
                    *counts = planes;
                }
            }
        }
        let index = self.alike[slot].index(site);
        if let Some(sets) = self.alike[slot].found(index) {
            return sets;
        }
        self.begin(id);
        let sets = (self.set(near), self.set(far));
        self.finish();
        self.alike[slot].keep(index, sets);
        sets
    }

    /// A comparison of sums is kept for each number that has been added to it.
    fn linear(
        &mut self,
        id: SetId,
        cmp: Cmp,
        left: &[(u32, CountId)],
        right: &[(u32, CountId)],
        plus: IntId,
    ) -> Set<W> {
        let plus = match *self.program.table.int(plus) {
            IntNode::Const(plus) => plus,
            _ => self.int(plus),
        };
        let plus = plus.clamp(-(LARGEST_SUM + 1), LARGEST_SUM + 1);
        let (slot, reads) = self.prepared.sums[id.index()];
        let Some(slot) = slot else {
            self.begin(id);
            let found = self.compare_sums(cmp, left, right, plus);
            self.finish();
            return found;
        };
        let (stamp, turn) = (self.stamp(reads), self.turn_code());
        let index = (plus + LARGEST_SUM + 1) as usize;
        let kept = &mut self.sums[slot];
        if kept.stamp != stamp || (reads & part::TURN != 0 && kept.turn != turn) {
            (kept.stamp, kept.turn, kept.known) = (stamp, turn, 0);
        } else if kept.known >> index & 1 == 1 {
            return kept.values[index];
        }
        self.begin(id);
        let found = self.compare_sums(cmp, left, right, plus);
        self.finish();
        let kept = &mut self.sums[slot];
        kept.known |= 1 << index;
        kept.values[index] = found;
        found
    }

    fn compare_sums(&mut self, cmp: Cmp, left: &[(u32, CountId)], right: &[(u32, CountId)], plus: i32) -> Set<W> {
        let found = match (left, right) {
            (&[(1, a)], []) => {
                let a = self.neighbour_counts(a);
                self.counted[a].1.compare_with(cmp, -plus)
            }
            ([], &[(1, b)]) => {
                let b = self.neighbour_counts(b);
                self.counted[b].1.compare_with(cmp.turned(), plus)
            }
            (&[(1, a)], &[(1, b)]) if plus == 0 => {
                let (a, b) = (self.neighbour_counts(a), self.neighbour_counts(b));
                compare(cmp, &self.counted[a].1, &self.counted[b].1)
            }
            _ => {
                let mut a = self.counts(left);
                let mut b = self.counts(right);
                if plus > 0 {
                    a.add_number(plus.unsigned_abs());
                } else {
                    b.add_number(plus.unsigned_abs());
                }
                compare(cmp, &a, &b)
            }
        };
        found & self.prepared.all
    }

    fn counts(&mut self, terms: &[(u32, CountId)]) -> Planes<W> {
        let mut sum = Planes::ZERO;
        for (i, &(times, count)) in terms.iter().enumerate() {
            let slot = self.neighbour_counts(count);
            let counts = &self.counted[slot].1;
            if i == 0 && times == 1 {
                sum = *counts;
            } else {
                sum.add_all(counts, times);
            }
        }
        sum
    }

    /// The slot of the numbers of neighbours in a set, which are kept while the set stays the same and else made from
    /// those of the set before. The sets of pieces of a player share a slot, whoever's turn it is.
    pub(super) fn neighbour_counts(&mut self, id: CountId) -> usize {
        let (set, rel) = self.program.table.counts[id.index()];
        // What depends on whose turn it is changes back and forth: one entry for each of the two players.
        let mut slot = id.index() * 2 + (self.position.mover & 1) as usize;
        let value = match *self.program.table.set(set) {
            SetNode::Owned(player) => {
                let player = self.int(player);
                if let Some(owner) = usize::try_from(player).ok().filter(|&owner| owner < OWNERS) {
                    slot = self.program.table.counts.len() * 2 + rel.index() * OWNERS + owner;
                }
                self.position.of_player(player)
            }
            _ => self.set(set),
        };
        let (before, planes) = &mut self.counted[slot];
        if *before != value || !self.program.rewrites.has_keep() {
            let steps = &self.prepared.steps[rel.index()];
            if self.program.rewrites.has_keep() {
                steps.recount(planes, *before, value);
            } else {
                *planes = steps.count(value);
            }
            *before = value;
        }
        slot
    }

    fn walk_sets(&mut self, walk: &Walk) -> Ground<W> {
        let all = self.prepared.all;
        let through = walk.through.map_or(all, |set| self.set(set));
        let leave = walk.leave.map_or(all, |set| self.set(set));
        let rest = !matches!(self.program.table.truth(walk.cond), BoolNode::Const(true));
        let clauses = walk.clauses.iter().map(|clause| {
            let common = clause.common.iter().map(|&(set, rel, cmp, number)| {
                let set = self.set(set);
                (set, rel, cmp, self.int(number))
            });
            let common = common.collect();
            let to = clause.to.map_or(Set::EMPTY, |set| self.set(set));
            let from = clause.from.map_or(Set::EMPTY, |set| self.set(set));
            Met { to, from, common }
        });
        let clauses: SmallVec<[Met<W>; 2]> = clauses.collect();
        Ground { through, leave, free: !rest && clauses.is_empty(), rest, clauses }
    }

    /// Of the sites at the other ends of steps from (or to) a site those that the conditions on both ends leave.
    #[inline]
    fn other_ends(&mut self, walk: &Walk, ground: &Ground<W>, site: usize, forward: bool, ends: Set<W>) -> Set<W> {
        let mut left = ends;
        for clause in &ground.clauses {
            let (here, there) = if forward { (clause.from, clause.to) } else { (clause.to, clause.from) };
            if left.is_empty() {
                return left;
            }
            if here.contains(site) || left.within(&there) {
                continue;
            }
            let joined = |all, &(set, rel, cmp, number): &(Set<W>, RelId, Cmp, i32)| {
                all | self.prepared.steps[rel.index()].sharing(site, set, cmp, number)
            };
            left = left & clause.common.iter().fold(there, joined);
        }
        if !ground.rest {
            return left;
        }
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

    /// The sites from which a walk of one step or more leads to one of the goals.
    pub(super) fn reaching(&mut self, goals: Set<W>, walk: &Walk) -> Set<W> {
        let ground = self.walk_sets(walk);
        let (through, leave, free) = (ground.through, ground.leave, ground.free);
        let prepared = self.prepared;
        let steps = &prepared.steps[walk.rel.index()];
        let mut found = Set::EMPTY;
        let mut ends = goals & through;
        let mut edge = ends;
        while !edge.is_empty() {
            let mut new = Set::EMPTY;
            if free {
                new = (steps.spread_back(edge) & leave) - found;
            } else {
                for to in edge {
                    let ends = (steps.back(to) & leave) - found - new;
                    if !ends.is_empty() {
                        new = new | self.other_ends(walk, &ground, to, false, ends);
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
        let (through, leave, free) = (ground.through, ground.leave, ground.free);
        let prepared = self.prepared;
        let steps = &prepared.steps[walk.rel.index()];
        let mut found = Set::EMPTY;
        let mut edge = self.one(from);
        while !edge.is_empty() {
            let mut new = Set::EMPTY;
            if free {
                new = (steps.spread(edge & leave) & through) - found;
            } else {
                for from in edge & leave {
                    let ends = (steps.near(from) & through) - found - new;
                    if !ends.is_empty() {
                        new = new | self.other_ends(walk, &ground, from, true, ends);
                    }
                }
            }
            found = found | new;
            edge = new;
        }
        found
    }
}
