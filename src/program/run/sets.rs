//! Evaluating sets.

use super::machine::Machine;
use crate::program::bits::Set;
use crate::program::ir::{BoolId, BoolNode, Cmp, IntId, RelId, SetId, SetNode, Var, Walk};
use crate::program::rewrites::LARGEST_SUM;
use crate::program::space::Planes;

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
            SetNode::Linear { cmp, ref left, ref right, plus } => self.linear(cmp, left, right, plus),
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

    fn linear(&mut self, cmp: Cmp, left: &[(u32, SetId, RelId)], right: &[(u32, SetId, RelId)], plus: IntId) -> Set<W> {
        let plus = self.int(plus).clamp(-(LARGEST_SUM + 1), LARGEST_SUM + 1);
        let mut a = self.counts(left);
        let mut b = self.counts(right);
        if plus > 0 {
            a.add_number(plus.unsigned_abs());
        } else {
            b.add_number(plus.unsigned_abs());
        }
        let all = Set([u64::MAX; W]);
        let found = match cmp {
            Cmp::Ge => a.at_least(&b),
            Cmp::Le => b.at_least(&a),
            Cmp::Gt => all - b.at_least(&a),
            Cmp::Lt => all - a.at_least(&b),
            Cmp::Eq => a.equal(&b),
            Cmp::Ne => all - a.equal(&b),
        };
        found & self.prepared.all
    }

    fn counts(&mut self, terms: &[(u32, SetId, RelId)]) -> Planes<W> {
        let mut sum = Planes::ZERO;
        for (i, &(times, set, rel)) in terms.iter().enumerate() {
            let set = self.set(set);
            let counts = self.prepared.steps[rel.index()].count(set);
            if i == 0 && times == 1 {
                sum = counts;
            } else {
                sum.add_all(&counts, times);
            }
        }
        sum
    }

    fn walk_sets(&mut self, walk: &Walk) -> (Set<W>, Set<W>, bool) {
        let all = self.prepared.all;
        let through = walk.through.map_or(all, |set| self.set(set));
        let leave = walk.leave.map_or(all, |set| self.set(set));
        let free = matches!(self.program.table.truth(walk.cond), BoolNode::Const(true));
        (through, leave, free)
    }

    /// Whether the rest of the condition of a step holds.
    #[inline]
    fn may_step(&mut self, walk: &Walk, from: usize, to: usize) -> bool {
        let saved = self.vars;
        self.vars[Var::From as usize] = from as i32;
        self.vars[Var::To as usize] = to as i32;
        let holds = self.truth(walk.cond);
        self.vars = saved;
        holds
    }

    /// The sites from which a walk of one step or more leads to one of the goals.
    pub(super) fn reaching(&mut self, goals: Set<W>, walk: &Walk) -> Set<W> {
        let (through, leave, free) = self.walk_sets(walk);
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
                    for from in (steps.back(to) & leave) - found - new {
                        if self.may_step(walk, from, to) {
                            new.insert(from);
                        }
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
        let (through, leave, free) = self.walk_sets(walk);
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
                    for to in (steps.near(from) & through) - found - new {
                        if self.may_step(walk, from, to) {
                            new.insert(to);
                        }
                    }
                }
            }
            found = found | new;
            edge = new;
        }
        found
    }
}
