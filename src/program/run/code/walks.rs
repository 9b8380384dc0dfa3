//! Walks from step to step.

use super::emit::{Emit, Words, flags};
use super::lanes;
use super::tables::OnLattice;
use crate::program::ir::{BoolId, BoolNode, Clause, IntNode, MovesId, MovesNode, SetId, SetNode, Table, Var, Walk};
use crate::program::lattice::MOST_WORDS;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind, Value, types};

/// How much room on the stack the sets of walks may take that are followed at the same time.
const MOST_BYTES: usize = 1 << 16;

/// Walks from the sites of a loop that have been followed before it.
pub(super) struct Ahead {
    /// The sites to which there is a walk.
    set: SetId,
    /// How many walks there are, a word.
    walks: Value,
    /// How many are followed at the same time, a power of 2.
    lanes: usize,
    /// How many words the sets of a walk have.
    size: usize,
    sets: StackSlot,
    /// From which sites, four bytes each.
    sites: StackSlot,
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
        let mut sets = vec![self.lay_out(from, &walk.lattice)];
        sets.extend(walk.sets.iter().map(|&id| self.places(id, walk, 0)));
        if follow.whole {
            let zero = self.word(0);
            sets.iter_mut().for_each(|set| set.resize(MOST_WORDS, zero));
        }
        let room = self.room(walk.size_whole.div_ceil(W));
        let address = self.room_address(room, 0);
        for (index, word) in sets.into_iter().flatten().enumerate() {
            self.b.ins().store(flags(), word, address, 8 * index as i32);
        }
        let function = if forward { follow.forward } else { follow.backward };
        let (walk, one) = (self.address(walk), self.word(1));
        self.call(function as *const u8, &[walk, address, one], None);
        self.load_set(flags(), address, 0)
    }

    /// Follows the walks from all sites of a loop over a generator at the same time, if that is what it needs: moves of the
    /// pieces on these sites to where a walk on a lattice leads.
    ///
    /// Gives what [`Self::each_ahead`] needs.
    pub(super) fn walk_ahead(&mut self, of: SetId, moves: MovesId) -> Option<Ahead> {
        let table = &self.cx.program.table;
        let set = ahead_in(table, moves)?;
        let SetNode::ReachedFrom(_, ref walk) = *table.set(set) else { return None };
        let walk = self.on_lattice(walk)?;
        let lanes::Follow { lanes, many, .. } = lanes::follow();
        let most = table.sites.next_multiple_of(lanes);
        if 8 * walk.size * most > MOST_BYTES {
            return None;
        }
        let vars = Self::bits(&SITE);
        for &id in &walk.sets {
            self.find_places_ahead(id, walk, vars);
        }
        let mut room = |bytes: usize, align| {
            self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes as u32, align))
        };
        let (sets, sites) = (room(8 * walk.size * most, 6), room(4 * most, 2));
        let mut ahead = Ahead { set, walks: self.word(0), lanes, size: walk.size, sets, sites };
        let among = self.set(of);
        let walks = self.for_sites(among, &SITE, &[ahead.walks], |emit, site, walks| {
            emit.know_members(of);
            let mut laid_out = vec![emit.places_at(&walk.lattice.ones, site, walk.lattice.words)];
            laid_out.extend(walk.sets.iter().map(|&id| emit.places(id, walk, vars)));
            // Many pieces have nowhere to go; the sets of the next one are written over theirs.
            let mut first = emit.places_at(&walk.lattice.near, site, walk.lattice.words);
            if let Some(through) = walk.demands.through.and_then(|through| laid_out.get(through)) {
                first = emit.each_place(first, through.clone(), |e, a, b| e.b.ins().band(a, b));
            }
            let address = emit.lane(&ahead, walks[0]);
            for (index, word) in laid_out.into_iter().flatten().enumerate() {
                emit.b.ins().store(flags(), word, address, (8 * lanes * index) as i32);
            }
            let at = emit.of_walk(&ahead, walks[0]);
            emit.b.ins().store(flags(), site, at, 0);
            let any = first.into_iter().reduce(|any, word| emit.b.ins().bor(any, word));
            let any = any.map(|any| emit.b.ins().icmp_imm(IntCC::NotEqual, any, 0));
            let more = any.map(|any| emit.b.ins().uextend(types::I64, any));
            more.map(|more| emit.b.ins().iadd(walks[0], more)).into_iter().collect()
        });
        ahead.walks = *walks.first()?;
        let first = self.b.ins().stack_addr(types::I64, sets, 0);
        let walk = self.address(walk);
        self.call(many as *const u8, &[walk, first, ahead.walks], None);
        Some(ahead)
    }

    /// Code that is run for each of the sites from which there is a walk, ascending; it is known where that leads.
    pub(super) fn each_ahead(
        &mut self,
        ahead: &Ahead,
        start: &[Value],
        body: impl FnOnce(&mut Self, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let first = self.b.ins().stack_addr(types::I64, ahead.sites, 0);
        let end = self.of_walk(ahead, ahead.walks);
        let start: Vec<Value> = [self.word(0)].iter().chain(start).copied().collect();
        let handed = self.fold_addresses(first, end, 4, &start, |emit, at, handed| {
            emit.within(Self::bits(&SITE), |emit| {
                let site = emit.b.ins().load(types::I32, flags(), at, 0);
                for var in SITE {
                    emit.bound[var as usize] = Some(site);
                }
                let sets = emit.lane(ahead, handed[0]);
                let word = |w| emit.b.ins().load(types::I64, flags(), sets, (8 * ahead.lanes * w) as i32);
                let found = std::array::from_fn(word);
                emit.know_set(ahead.set, found);
                let next = emit.b.ins().iadd_imm(handed[0], 1);
                [next].into_iter().chain(body(emit, &handed[1..])).collect()
            })
        });
        handed.get(1..).unwrap_or_default().to_vec()
    }

    /// Where the site of a walk is.
    fn of_walk(&mut self, ahead: &Ahead, walk: Value) -> Value {
        let base = self.b.ins().stack_addr(types::I64, ahead.sites, 0);
        let offset = self.b.ins().ishl_imm(walk, 2);
        self.b.ins().iadd(base, offset)
    }

    /// The address of the first word of a walk.
    fn lane(&mut self, ahead: &Ahead, walk: Value) -> Value {
        let base = self.b.ins().stack_addr(types::I64, ahead.sets, 0);
        let lane = self.b.ins().band_imm(walk, ahead.lanes as i64 - 1);
        let lane = self.b.ins().ishl_imm(lane, 3);
        let several = self.b.ins().ushr_imm(walk, i64::from(ahead.lanes.trailing_zeros()));
        let several = self.b.ins().imul_imm(several, (8 * ahead.size * ahead.lanes) as i64);
        let base = self.b.ins().iadd(base, several);
        self.b.ins().iadd(base, lane)
    }

    /// The site that a loop over a set has come to is one of this set.
    fn know_members(&mut self, of: SetId) {
        let table = &self.cx.program.table;
        for (id, node) in (0..).map(BoolId).zip(table.bools.nodes()) {
            if let BoolNode::Member(site, set) = *node
                && set == of
                && matches!(table.int(site), IntNode::Var(var) if SITE.contains(var))
            {
                let yes = self.b.ins().iconst(types::I8, 1);
                self.know_truth(id, yes);
            }
        }
    }
}

/// The variables that hold the site of a loop over sites whose pieces move.
pub(super) const SITE: [Var; 3] = [Var::Site, Var::To, Var::From];

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
