//! Sets of sites.

use super::super::machine::Machine;
use super::super::position::{OWNERS, Position};
use super::emit::{Emit, Words, constant, field, flags, place};
use super::helpers;
use crate::program::bits::Set;
use crate::program::ir::{BoolId, IntId, RelId, SetId, SetNode, Var};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// From how many instructions on it is worth a branch not to do something.
const DEAR: u32 = 40;

impl<'a, const W: usize> Emit<'a, '_, W> {
    /// The value of a set node.
    pub(super) fn set(&mut self, id: SetId) -> Words<W> {
        let free = self.cx.program.table.set_needs(id).free;
        if let Some(known) = self.known_set(id, free) {
            return known;
        }
        let set = self.find_set(id);
        self.know_set(id, set);
        set
    }

    fn find_set(&mut self, id: SetId) -> Words<W> {
        let program = self.cx.program;
        match *program.table.set(id) {
            SetNode::Const(known) => self.constant_set(&self.cx.prepared.consts[known.index()].0),
            SetNode::Empty => self.load_set(flags(), self.m, place!(W, empty)),
            SetNode::Owned(player) => self.owned(player),
            SetNode::Union(a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                self.or(a, b)
            }
            SetNode::Inter(a, b) => {
                // The cheaper one first: it may be empty.
                let (a, b) = if self.set_weight(b) < self.set_weight(a) { (b, a) } else { (a, b) };
                self.narrowed(a, b, |e, a, b| e.and(a, b))
            }
            SetNode::Diff(a, b) => self.narrowed(a, b, |e, a, b| e.minus(a, b)),
            SetNode::If(condition, a, b) => {
                let condition = self.truth(condition);
                if self.set_weight(a).saturating_add(self.set_weight(b)) < DEAR {
                    let (a, b) = (self.set(a), self.set(b));
                    return self.each(a, b, |e, a, b| e.b.ins().select(condition, a, b));
                }
                self.either(condition, |e| e.set(a), |e| e.set(b))
            }
            SetNode::One(site) => {
                let (site, valid) = self.site(site);
                let one = self.one(site);
                self.if_valid(one, valid)
            }
            SetNode::AroundSite(site, rel, include) => {
                let (site, valid) = self.site(site);
                let set = self.around(site, rel, include);
                self.if_valid(set, valid)
            }
            SetNode::Bound => match self.region {
                Some(region) => region,
                None => self.load_set(flags(), self.m, field!(W, region)),
            },
            SetNode::Linear { cmp, ref left, ref right, plus } => self.linear(cmp, left, right, plus),
            SetNode::Alike { site, rel, near, far, .. } => {
                let free = self.cx.program.table.int_needs(site).free;
                let (site, valid) = self.site(site);
                let (near, far) = match self.known_shared(id, free).filter(|_| valid.is_none()) {
                    Some(shared) => self.shared(shared, site),
                    None => (self.set(near), self.set(far)),
                };
                let Some(rel) = rel else { return far };
                let around = self.around(site, rel, false);
                let around = self.if_valid(around, valid);
                let near = self.and(near, around);
                let far = self.minus(far, around);
                self.or(near, far)
            }
            SetNode::Filter(of, var, condition) => self.filter(of, var, condition),
            SetNode::Gather(of, var, set) => {
                let of = self.set(of);
                let start = self.no_sites();
                let found = self.for_sites(of, &[var], &start, |emit, _, found| {
                    let more = emit.set(set);
                    emit.or(std::array::from_fn(|w| found[w]), more).to_vec()
                });
                std::array::from_fn(|w| found[w])
            }
            SetNode::Around(of, rel, include) => {
                let of = self.set(of);
                let near = self.spread(of, rel.index());
                if include { self.or(near, of) } else { self.minus(near, of) }
            }
            SetNode::Spread(of, rel) => {
                let of = self.set(of);
                self.spread(of, rel.index())
            }
            SetNode::AroundIf(..) => self.left_to_machine(id),
            SetNode::Reaching(goals, ref walk) => {
                let goals = self.set(goals);
                if let Some(walk) = self.on_lattice(walk) {
                    return self.walk_on_lattice(walk, false, goals);
                }
                self.walk(walk, helpers::reaching::<W> as *const u8, goals)
            }
            SetNode::ReachedFrom(from, ref walk) => {
                let (site, valid) = self.site(from);
                let one = self.one(site);
                let from = self.if_valid(one, valid);
                if let Some(walk) = self.on_lattice(walk) {
                    return self.walk_on_lattice(walk, true, from);
                }
                self.walk(walk, helpers::reached::<W> as *const u8, from)
            }
        }
    }

    /// The sites next to a site, with it or without.
    pub(super) fn around(&mut self, site: Value, rel: RelId, include: bool) -> Words<W> {
        let table = &self.cx.tables.near[rel.index()];
        let row = self.row(table, site);
        let near = self.load_set(constant(), row, 0);
        let is_there = |(site, near): (usize, &Set<W>)| near.contains(site);
        if include && !table.iter().enumerate().all(is_there) {
            let one = self.one(site);
            self.or(near, one)
        } else if !include && table.iter().enumerate().any(is_there) {
            let one = self.one(site);
            self.minus(near, one)
        } else {
            near
        }
    }

    fn left_to_machine(&mut self, id: SetId) -> Words<W> {
        self.tell_variables(self.cx.program.table.set_needs(id).free);
        let room = self.room(1);
        let address = self.room_address(room, 0);
        let id = self.number(id.0 as i32);
        self.call(helpers::set::<W> as *const u8, &[self.m, id, address], None);
        self.load_set(flags(), address, 0)
    }

    /// Two sets joined where nothing comes of an empty first one.
    fn narrowed(
        &mut self,
        a: SetId,
        b: SetId,
        join: impl FnOnce(&mut Self, Words<W>, Words<W>) -> Words<W>,
    ) -> Words<W> {
        let dear = self.set_weight(b) >= 4 * DEAR;
        let a = self.set(a);
        if !dear {
            let b = self.set(b);
            return join(self, a, b);
        }
        let any = self.any(a);
        self.either(
            any,
            |e| {
                let b = e.set(b);
                join(e, a, b)
            },
            |_| a,
        )
    }

    /// One of two sets, each found only if it is needed.
    pub(super) fn either(
        &mut self,
        condition: Value,
        yes: impl FnOnce(&mut Self) -> Words<W>,
        no: impl FnOnce(&mut Self) -> Words<W>,
    ) -> Words<W> {
        let found = self.choose(condition, &[types::I64; W], |e| yes(e).to_vec(), |e| no(e).to_vec());
        std::array::from_fn(|w| found[w])
    }

    pub(super) fn owned(&mut self, player: IntId) -> Words<W> {
        let (owner, valid) = self.owner(player);
        let owner = self.wide(owner);
        let offset = self.b.ins().imul_imm(owner, 8 * W as i64);
        let base = self.b.ins().iadd(self.m, offset);
        let set = self.load_set(flags(), base, place!(W, owned));
        match valid {
            None => set,
            Some(mask) => self.and(set, [mask; W]),
        }
    }

    /// The sites with pieces, those of the hands among them.
    pub(super) fn occupied(&mut self) -> Words<W> {
        let mut all = self.no_sites();
        for owner in 0..OWNERS {
            let owned = self.load_set(flags(), self.m, place!(W, owned) + (8 * W * owner) as i32);
            all = self.or(all, owned);
        }
        all
    }

    /// A site to address memory by, and a mask where the number may not be one of a site.
    pub(super) fn site(&mut self, id: IntId) -> (Value, Option<Value>) {
        let value = self.int(id);
        let sites = self.cx.program.table.sites as i32;
        if self.range(id).is_some_and(|(low, high)| low >= 0 && high < sites) {
            return (value, None);
        }
        let valid = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, value, i64::from(sites));
        let zero = self.number(0);
        let safe = self.b.ins().select(valid, value, zero);
        (safe, Some(self.mask(valid)))
    }

    fn if_valid(&mut self, set: Words<W>, valid: Option<Value>) -> Words<W> {
        valid.map_or(set, |mask| self.and(set, [mask; W]))
    }

    /// The address of the row of a site in a table.
    pub(super) fn row(&mut self, table: &[Set<W>], site: Value) -> Value {
        let base = self.address(table);
        let site = self.wide(site);
        let offset = self.b.ins().imul_imm(site, 8 * W as i64);
        self.b.ins().iadd(base, offset)
    }

    fn filter(&mut self, of: SetId, var: Var, condition: BoolId) -> Words<W> {
        let of = self.set(of);
        let start = self.no_sites();
        let found = self.for_sites(of, &[var], &start, |emit, site, found| {
            let holds = emit.truth(condition);
            let mask = emit.mask(holds);
            let one = emit.one(site);
            let one = emit.and(one, [mask; W]);
            emit.or(std::array::from_fn(|w| found[w]), one).to_vec()
        });
        std::array::from_fn(|w| found[w])
    }

    fn spread(&mut self, set: Words<W>, rel: usize) -> Words<W> {
        if let Some(Some(lattice)) = self.cx.tables.lattices.get(rel) {
            return self.step(set, lattice);
        }
        let room = self.room(1);
        let address = self.room_address(room, 0);
        self.store_set(set, address, 0);
        let steps = self.address(&self.cx.prepared.steps[rel]);
        self.call(helpers::spread::<W> as *const u8, &[steps, address], None);
        self.load_set(flags(), address, 0)
    }
}
