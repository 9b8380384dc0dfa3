//! Sets that sites share which are alike in the numbers of their neighbours.

use super::emit::{Emit, Words, flags};
use super::tables::weights;
use crate::program::ir::{CountId, IntNode, MovesId, MovesNode, SetId, SetNode, Table, Var};
use cranelift_codegen::ir::{InstBuilder, StackSlot, Value, types};

/// How many kinds of sites alike are told apart at most: those there are are bits of a word.
const MOST_KINDS: usize = 64;

/// The sets of a generator that sites alike share, for the site that one of these variables holds.
fn alike_in_moves(table: &Table, id: MovesId, binds: u8, found: &mut Vec<(SetId, Vec<CountId>)>) {
    match *table.generator(id) {
        MovesNode::All(ref all) => all.iter().for_each(|id| alike_in_moves(table, *id, binds, found)),
        MovesNode::If(_, yes, no) => [yes, no].into_iter().for_each(|id| alike_in_moves(table, id, binds, found)),
        MovesNode::FromTo(_, _, set) | MovesNode::Jump(_, _, _, set) => {
            if let SetNode::Alike { site, ref numbers, .. } = *table.set(set)
                && matches!(*table.int(site), IntNode::Var(var) if var.bit() & binds != 0)
            {
                found.push((set, numbers.clone()));
            }
        }
        _ => {}
    }
}

/// Where the sets are that sites alike share.
#[derive(Clone, Copy)]
pub(super) struct Shared {
    /// For each kind of sites, those that hold beside a site and those that hold apart from it.
    pub sets: StackSlot,
    /// For each site the kind, a byte each.
    pub kinds: StackSlot,
    /// How many kinds there may be, a power of 2.
    pub most: usize,
}

impl<const W: usize> Emit<'_, '_, W> {
    /// Finds the sets that are shared by the sites which a generator goes through, once for each kind of sites. `each`
    /// makes the loop over the sites; its body is given a site and what the body before it has handed on.
    ///
    /// Whether a site is the first of its kind cannot be foreseen by the processor, so that it is not asked: the first loop
    /// finds which kinds there are, with a site of each, the second goes through the kinds.
    ///
    /// What is found is to be told, with [`Self::know_all_shared`], where the variables are bound to one of these sites.
    pub(super) fn share(
        &mut self,
        moves: MovesId,
        vars: &[Var],
        each: impl Fn(&mut Self, Value, &dyn Fn(&mut Self, Value, Value) -> Value) -> Value,
    ) -> Vec<(SetId, Shared)> {
        let table = &self.cx.program.table;
        let (mut found, mut shared) = (Vec::new(), Vec::new());
        alike_in_moves(table, moves, Self::bits(vars), &mut found);
        for (id, numbers) in found {
            let SetNode::Alike { near, far, .. } = *table.set(id) else { continue };
            let kinds = self.kinds(&numbers);
            if kinds > MOST_KINDS {
                continue;
            }
            numbers.iter().for_each(|&count| self.find_row(count));
            let sets = self.room(2 * kinds);
            let sites = self.room(kinds.div_ceil(2 * W));
            let kinds_of_sites = self.room(table.sites.div_ceil(8 * W));
            let none = self.word(0);
            let there = each(self, none, &|emit, site, there| {
                let kind = emit.kind(site, &numbers);
                let at = emit.of_kind(sites, kind, 4);
                emit.b.ins().store(flags(), site, at, 0);
                let wide = emit.wide(site);
                let at = emit.of_kind(kinds_of_sites, wide, 1);
                emit.b.ins().istore8(flags(), kind, at, 0);
                let one = emit.word(1);
                let bit = emit.b.ins().ishl(one, kind);
                emit.b.ins().bor(there, bit)
            });
            let mut there_are = self.no_sites();
            there_are[0] = there;
            self.for_sites(there_are, &[], &[], |emit, kind, _| {
                let kind = emit.wide(kind);
                let at = emit.of_kind(sites, kind, 4);
                let site = emit.b.ins().load(types::I32, flags(), at, 0);
                let at = emit.of_kind(sets, kind, 2 * 8 * W as i64);
                emit.within(Self::bits(vars), |emit| {
                    for &var in vars {
                        emit.bound[var as usize] = Some(site);
                    }
                    let (near, far) = (emit.set(near), emit.set(far));
                    emit.store_set(near, at, 0);
                    emit.store_set(far, at, 8 * W as i32);
                });
                Vec::new()
            });
            shared.push((id, Shared { sets, kinds: kinds_of_sites, most: kinds }));
        }
        shared
    }

    /// The sets that sites alike share are known from here on.
    pub(super) fn know_all_shared(&mut self, shared: &[(SetId, Shared)]) {
        for &(id, shared) in shared {
            self.know_shared(id, shared);
        }
    }

    /// How many kinds of sites numbers of neighbours tell apart.
    fn kinds(&self, numbers: &[CountId]) -> usize {
        1 << numbers.iter().map(|&count| weights(self.most(count))).sum::<usize>()
    }

    /// The kind of a site, as a word.
    fn kind(&mut self, site: Value, numbers: &[CountId]) -> Value {
        let mut kind = self.number(0);
        for &count in numbers {
            let number = self.number_at(count, site);
            let bits = weights(self.most(count));
            kind = self.b.ins().ishl_imm(kind, bits as i64);
            kind = self.b.ins().bor(kind, number);
        }
        let last = self.kinds(numbers) - 1;
        let kind = self.b.ins().band_imm(kind, last as i64);
        self.wide(kind)
    }

    /// Where in a room something is that is kept for each kind or site in so many bytes.
    fn of_kind(&mut self, room: StackSlot, kind: Value, bytes: i64) -> Value {
        let base = self.b.ins().stack_addr(types::I64, room, 0);
        let offset = self.b.ins().imul_imm(kind, bytes);
        self.b.ins().iadd(base, offset)
    }

    /// The sets of a site that have been found for all of its kind: those that hold beside it and apart from it.
    pub(super) fn shared(&mut self, shared: Shared, site: Value) -> (Words<W>, Words<W>) {
        let site = self.wide(site);
        let at = self.of_kind(shared.kinds, site, 1);
        let kind = self.b.ins().uload8(types::I64, flags(), at, 0);
        let kind = self.b.ins().band_imm(kind, shared.most as i64 - 1);
        let at = self.of_kind(shared.sets, kind, 2 * 8 * W as i64);
        (self.load_set(flags(), at, 0), self.load_set(flags(), at, 8 * W as i32))
    }
}
