//! Evaluating sets.

use super::machine::Machine;
use super::position::OWNERS;
use crate::program::bits::Set;
use crate::program::ir::{BoolId, Cmp, CountId, IntId, IntNode, RelId, SetId, SetNode, Var, part};
use crate::program::rewrites::LARGEST_SUM;
use crate::program::space::Planes;

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

impl<const W: usize> Machine<'_, W> {
    /// The value of a set node. Some are looked up where they are asked for.
    #[inline(always)]
    pub fn set(&mut self, id: SetId) -> Set<W> {
        match *self.program.table.set(id) {
            SetNode::Const(id) => self.prepared.consts[id.index()],
            SetNode::Empty => self.position.empty,
            ref node => self.computed_set(id, node),
        }
    }

    #[inline(never)]
    fn computed_set(&mut self, id: SetId, node: &SetNode) -> Set<W> {
        match *node {
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
            SetNode::Alike { .. } => self.alike_set(id, node),
            ref node => self.kept_or_found(id, node),
        }
    }

    fn kept_or_found(&mut self, id: SetId, node: &SetNode) -> Set<W> {
        let needs = self.program.table.set_needs(id);
        if let Some(kept) = self.kept_set(id.index(), needs) {
            return kept;
        }
        self.begin(id);
        let value = self.costly_set(node);
        self.finish();
        self.keep_set(id.index(), needs, value);
        value
    }

    #[inline(never)]
    fn alike_set(&mut self, id: SetId, node: &SetNode) -> Set<W> {
        let SetNode::Alike { site: site_id, rel, near, far, ref numbers } = *node else { return Set::EMPTY };
        let site = self.int(site_id);
        let (near, far) = self.alike(id, site_id, site, (near, far), numbers);
        let Some(rel) = rel else { return far };
        let around = usize::try_from(site)
            .map_or(Set::EMPTY, |site| self.prepared.steps[rel.index()].near(site) - Set::one(site));
        (near & around) | (far - around)
    }

    pub(super) fn one(&self, site: i32) -> Set<W> {
        match usize::try_from(site) {
            Ok(site) if site < self.program.table.sites => Set::one(site),
            _ => Set::EMPTY,
        }
    }

    #[inline(never)]
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
    #[inline]
    fn alike(
        &mut self,
        id: SetId,
        site_id: IntId,
        site: i32,
        (near, far): (SetId, SetId),
        numbers: &[CountId],
    ) -> (Set<W>, Set<W>) {
        let (slot, reads) = self.prepared.alike[id.index()];
        if self.alike[slot].clock != self.now() {
            self.make_sure(slot, reads, numbers);
        }
        let index = self.alike[slot].index(site);
        if let Some(sets) = self.alike[slot].found(index) {
            return sets;
        }
        let before = self.known;
        self.known = self.alike[slot].known(index, site_id, numbers);
        self.begin(id);
        let sets = (self.set(near), self.set(far));
        self.finish();
        self.known = before;
        self.alike[slot].keep(index, sets);
        sets
    }

    /// Forgets the sets of sites alike if something that they depend on has changed.
    #[inline(never)]
    fn make_sure(&mut self, slot: usize, reads: u16, numbers: &[CountId]) {
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
        self.alike[slot].clock = self.now();
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
        let index = (plus + LARGEST_SUM + 1) as usize;
        if self.sums[slot].clock != self.now() {
            let (stamp, turn, clock) = (self.stamp(reads), self.turn_code(), self.now());
            let kept = &mut self.sums[slot];
            if kept.stamp != stamp || (reads & part::TURN != 0 && kept.turn != turn) {
                (kept.stamp, kept.turn, kept.known) = (stamp, turn, 0);
            }
            kept.clock = clock;
        }
        let kept = &self.sums[slot];
        if kept.known >> index & 1 == 1 {
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

    #[inline(never)]
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
        let (when, slot) = self.count_slots[id.index()];
        if when == self.now() {
            return slot as usize;
        }
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
        if self.program.table.set_needs(set).free == 0 && self.program.rewrites.has_keep() {
            self.count_slots[id.index()] = (self.now(), slot as u32);
        }
        slot
    }

    /// The numbers of neighbours in a set which has been found.
    pub(super) fn counts_of(&mut self, id: CountId, value: Set<W>) -> &Planes<W> {
        let (_, rel) = self.program.table.counts[id.index()];
        let (before, planes) = &mut self.counted[id.index() * 2 + (self.position.mover & 1) as usize];
        if *before != value {
            self.prepared.steps[rel.index()].recount(planes, *before, value);
            *before = value;
        }
        planes
    }
}
