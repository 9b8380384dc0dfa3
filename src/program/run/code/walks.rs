//! Walks from step to step.

use super::emit::{Emit, Words, flags};
use super::lanes;
use super::tables::OnLattice;
use crate::program::ir::{Clause, IntNode, MovesId, MovesNode, SetId, SetNode, Table, Var, Walk};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind, Value, types};

/// How much room on the stack the sets of walks may take that are followed at the same time.
const MOST_BYTES: usize = 1 << 16;

/// Walks from the sites of a loop that have been followed before it.
pub(super) struct Ahead<const W: usize> {
    set: SetId,
    /// The sites from which there is a walk. From others there are no moves.
    pub from: Words<W>,
    /// How many are followed at the same time, a power of 2.
    lanes: usize,
    /// How many bytes the sets of these take.
    bytes: usize,
    room: StackSlot,
}

impl<'a, const W: usize> Emit<'a, '_, W> {
    /// A walk from or to some sites. What it goes by is found here, in the order in which [`super::helpers`] reads it.
    pub(super) fn walk(&mut self, walk: &Walk, function: *const u8, from: Words<W>) -> Words<W> {
        let all = self.constant_set(&self.cx.prepared.all.0);
        let empty = self.no_sites();
        let mut sets = vec![from];
        for part in [walk.through, walk.leave] {
            sets.push(part.map_or(all, |id| self.set(id)));
        }
        for Clause { to, from, common } in &walk.clauses {
            sets.push(to.map_or(empty, |id| self.set(id)));
            sets.push(from.map_or(empty, |id| self.set(id)));
            for (set, ..) in common {
                sets.push(self.set(*set));
            }
        }
        self.tell_variables(self.walk_free(walk));
        let room = self.room(sets.len());
        let address = self.room_address(room, 0);
        for (index, set) in sets.into_iter().enumerate() {
            self.store_set(set, address, (8 * W * index) as i32);
        }
        let walk = self.address(walk);
        self.call(function, &[self.m, walk, address], None);
        self.load_set(flags(), address, 0)
    }

    /// The variables that the conditions of a walk need, but for the ends of its steps.
    fn walk_free(&self, walk: &Walk) -> u8 {
        let table = &self.cx.program.table;
        let numbers =
            walk.clauses.iter().flat_map(|clause| &clause.common).map(|common| table.int_needs(common.3).free);
        let condition = table.truth_needs(walk.cond).free & !(Var::From.bit() | Var::To.bit());
        numbers.fold(condition, |all, free| all | free)
    }

    /// The walk as one on a lattice, if it is one.
    pub(super) fn on_lattice(&self, walk: &Walk) -> Option<&'a OnLattice> {
        self.cx.tables.walks.iter().find(|(known, _)| known == walk).map(|(_, on_lattice)| on_lattice)
    }

    /// A walk on a lattice from or to some sites.
    pub(super) fn walk_on_lattice(&mut self, walk: &OnLattice, forward: bool, from: Words<W>) -> Words<W> {
        let follow = lanes::follow();
        let room = self.room(walk.demands.sets.next_multiple_of(follow.lanes));
        let address = self.room_address(room, 0);
        let zero = self.no_sites();
        for index in 0..walk.demands.sets.next_multiple_of(follow.lanes) {
            let set = match index.checked_sub(1).map(|index| walk.sets.get(index)) {
                None => from,
                Some(Some(&id)) => self.set(id),
                Some(None) => zero,
            };
            let first = index / follow.lanes * follow.lanes * W + index % follow.lanes;
            for (w, word) in set.into_iter().enumerate() {
                self.b.ins().store(flags(), word, address, (8 * (first + w * follow.lanes)) as i32);
            }
        }
        let function = if forward { follow.one } else { follow.one_back };
        let (walk, one) = (self.address(walk), self.word(1));
        self.call(function as *const u8, &[walk, address, one], None);
        std::array::from_fn(|w| self.b.ins().load(types::I64, flags(), address, (8 * w * follow.lanes) as i32))
    }

    /// Writes down what a walk on a lattice goes by, one of so many that are followed at the same time.
    fn store_walk(&mut self, walk: &OnLattice, from: Words<W>, address: Value, lanes: usize) {
        let mut sets = vec![from];
        sets.extend(walk.sets.iter().map(|&id| self.set(id)));
        for (index, word) in sets.into_iter().flatten().enumerate() {
            self.b.ins().store(flags(), word, address, (8 * lanes * index) as i32);
        }
    }

    /// Follows the walks from all sites of a loop over a generator at the same time, if that is what it needs: moves of the
    /// pieces on these sites to where a walk on a lattice leads. `within` makes code that is to come before the sets of a
    /// walk are found.
    ///
    /// Gives what [`Self::come_to`] needs in the loop.
    pub(super) fn walk_ahead(
        &mut self,
        sites: Words<W>,
        moves: MovesId,
        within: impl FnOnce(&mut Self),
    ) -> Option<Ahead<W>> {
        let table = &self.cx.program.table;
        let set = ahead_in(table, moves)?;
        let SetNode::ReachedFrom(_, ref walk) = *table.set(set) else { return None };
        let (rel, walk) = (walk.rel, self.on_lattice(walk)?);
        let lanes::Follow { lanes, many, .. } = lanes::follow();
        let sets = walk.demands.sets * table.sites.next_multiple_of(lanes);
        if 8 * W * sets > MOST_BYTES {
            return None;
        }
        let size = (8 * W * sets) as u32;
        let room = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 6));
        let zero = self.word(0);
        let mut ahead = Ahead { set, from: [zero; W], lanes, bytes: 8 * W * walk.demands.sets * lanes, room };
        let start: Vec<Value> = [zero].into_iter().chain(self.no_sites()).collect();
        let end = self.for_sites(sites, &[Var::Site, Var::To, Var::From], &start, |emit, site, handed| {
            within(emit);
            let (walks, from) = (handed[0], std::array::from_fn(|w| handed[w + 1]));
            let one = emit.one(site);
            let address = emit.lane(&ahead, walks);
            emit.store_walk(walk, one, address, lanes);
            // Many pieces have nowhere to go; the sets of the next one are written over theirs.
            let mut first = emit.around(site, rel, false);
            if let Some(&through) = walk.demands.through.and_then(|through| walk.sets.get(through.checked_sub(1)?)) {
                let through = emit.set(through);
                first = emit.and(first, through);
            }
            let any = emit.any(first);
            let any = emit.b.ins().icmp_imm(IntCC::NotEqual, any, 0);
            let mask = emit.mask(any);
            let walks = emit.b.ins().isub(walks, mask);
            let one = emit.and(one, [mask; W]);
            let from = emit.or(from, one);
            [walks].into_iter().chain(from).collect()
        });
        let first = self.b.ins().stack_addr(types::I64, room, 0);
        let walk = self.address(walk);
        self.call(many as *const u8, &[walk, first, end[0]], None);
        ahead.from = std::array::from_fn(|w| end[w + 1]);
        Some(ahead)
    }

    /// The address of the first word of a walk.
    fn lane(&mut self, ahead: &Ahead<W>, walk: Value) -> Value {
        let base = self.b.ins().stack_addr(types::I64, ahead.room, 0);
        let lane = self.b.ins().band_imm(walk, ahead.lanes as i64 - 1);
        let lane = self.b.ins().ishl_imm(lane, 3);
        let several = self.b.ins().ushr_imm(walk, i64::from(ahead.lanes.trailing_zeros()));
        let several = self.b.ins().imul_imm(several, ahead.bytes as i64);
        let base = self.b.ins().iadd(base, several);
        self.b.ins().iadd(base, lane)
    }

    /// Makes known where the walk from a site leads, so many walks having been come to; gives how many then.
    pub(super) fn come_to(&mut self, ahead: &Ahead<W>, walks: Value) -> Value {
        let at = self.lane(ahead, walks);
        let found = std::array::from_fn(|w| self.b.ins().load(types::I64, flags(), at, (8 * ahead.lanes * w) as i32));
        self.know_set(ahead.set, found);
        self.b.ins().iadd_imm(walks, 1)
    }
}

/// The set of sites to which a walk leads from the piece on each site, if a generator within a loop over sites moves these
/// pieces there and nowhere else.
fn ahead_in(table: &Table, moves: MovesId) -> Option<SetId> {
    let MovesNode::FromTo(_, from, set) = *table.generator(moves) else { return None };
    let is_var = |id, var| *table.int(id) == IntNode::Var(var);
    let is_here = |id| is_var(id, Var::Site) || is_var(id, Var::From);
    let walk_in = |id| matches!(*table.set(id), SetNode::ReachedFrom(site, _) if is_here(site)).then_some(id);
    // Its own site, which is not empty, may be among those that a piece comes to.
    let is_own = |id| matches!(*table.set(id), SetNode::One(site) if is_here(site));
    let walk_beside = |id, own| walk_in(id).filter(|_| is_own(own));
    let to = |id| match *table.set(id) {
        SetNode::Union(a, b) => walk_beside(a, b).or_else(|| walk_beside(b, a)),
        _ => walk_in(id),
    };
    let is_empty = |id| *table.set(id) == SetNode::Empty;
    match *table.set(set) {
        SetNode::Inter(a, b) if is_empty(a) => to(b),
        SetNode::Inter(a, b) if is_empty(b) => to(a),
        _ => walk_in(set),
    }
    .filter(|_| is_var(from, Var::Site))
}
