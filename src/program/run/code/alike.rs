//! Sets that sites share which are alike in the numbers of their neighbours.

use super::super::machine::Prepared;
use super::emit::{Emit, Words, anywhere, flags};
use super::tables::weights;
use crate::program::ir::{CountId, IntId, IntNode, MovesId, MovesNode, SetId, SetNode, Table, Var};
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

/// How many kinds of sites numbers of neighbours tell apart.
pub(super) fn kinds<const W: usize>(table: &Table, prepared: &Prepared<W>, numbers: &[CountId]) -> usize {
    let most = numbers.iter().map(|count| prepared.steps[table.counts[count.index()].1.index()].most());
    1 << most.map(weights).sum::<usize>()
}

/// How many kinds are found at the same time.
pub(super) const LANES: usize = 8;

/// Where the sets are that sites alike share.
#[derive(Clone, Copy)]
pub(super) struct Shared {
    /// For each kind of sites, those that hold beside a site and those that hold apart from it; then for each site the kind,
    /// a byte each.
    pub room: StackSlot,
    /// How many kinds there may be, a power of 2.
    pub most: usize,
}

impl<const W: usize> Emit<'_, '_, W> {
    /// Finds the sets that are shared by the sites which a generator goes through, once for each kind of sites. `each`
    /// makes the loop over the sites; its body is given a site and what the body before it has handed on.
    ///
    /// Whether a site is the first of its kind cannot be foreseen by the processor, so that it is not asked: the first loop
    /// finds which kinds there are, the second goes through the kinds.
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
            let kinds = kinds(table, self.cx.prepared, &numbers);
            if kinds > MOST_KINDS {
                continue;
            }
            let rows: Option<Vec<Value>> = numbers.iter().map(|&count| self.find_row(count)).collect();
            let of_all = table.sites.next_multiple_of(LANES);
            let found = Shared { room: self.room(2 * kinds + of_all.div_ceil(8 * W)), most: kinds };
            let kinds_of_sites = self.kinds_address(found);
            if let Some(rows) = &rows {
                self.find_kinds(&numbers, rows, kinds_of_sites, of_all);
            }
            let none = self.word(0);
            let there = each(self, none, &|emit, site, there| {
                let wide = emit.wide(site);
                let at = emit.b.ins().iadd(kinds_of_sites, wide);
                let kind = if rows.is_some() {
                    emit.load_kind(at, kinds)
                } else {
                    let kind = emit.kind(site, &numbers);
                    emit.b.ins().istore8(flags(), kind, at, 0);
                    kind
                };
                let one = emit.word(1);
                let bit = emit.b.ins().ishl(one, kind);
                emit.b.ins().bor(there, bit)
            });
            let mut there_are = self.no_sites();
            there_are[0] = there;
            self.for_sites(there_are, &[], &[], |emit, kind, _| {
                let wide = emit.wide(kind);
                let at = emit.of_kind(found.room, wide);
                emit.within(Self::bits(vars), |emit| {
                    emit.know_numbers(kind, &numbers, vars);
                    let (near, far) = (emit.set(near), emit.set(far));
                    emit.store_pairs(near, at, 0);
                    emit.store_pairs(far, at, 8 * W as i32);
                });
                Vec::new()
            });
            shared.push((id, found));
        }
        shared
    }

    /// The sets that sites alike share are known from here on.
    pub(super) fn know_all_shared(&mut self, shared: &[(SetId, Shared)]) {
        for &(id, shared) in shared {
            self.know_shared(id, shared);
        }
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
        let last = kinds(&self.cx.program.table, self.cx.prepared, numbers) - 1;
        let kind = self.b.ins().band_imm(kind, last as i64);
        self.wide(kind)
    }

    /// The numbers of neighbours of the site that one of these variables holds are those of a kind.
    fn know_numbers(&mut self, kind: Value, numbers: &[CountId], vars: &[Var]) {
        let table = &self.cx.program.table;
        let mut left = kind;
        for &known in numbers.iter().rev() {
            let bits = weights(self.most(known));
            let number = self.b.ins().band_imm(left, (1 << bits) - 1);
            left = self.b.ins().ushr_imm(left, bits as i64);
            for (id, node) in table.ints.nodes().iter().enumerate() {
                let IntNode::Neighbours(site, count) = *node else { continue };
                if count == known && matches!(*table.int(site), IntNode::Var(var) if vars.contains(&var)) {
                    self.know_int(IntId(id as u32), number);
                }
            }
        }
    }

    /// Finds the kinds of all sites, of so many bytes, from rows of numbers: of as many as there are bytes in a word at the
    /// same time, since no kind is above a byte.
    fn find_kinds(&mut self, numbers: &[CountId], rows: &[Value], kinds: Value, bytes: usize) {
        let (zero, end) = (self.word(0), self.word(bytes as u64));
        self.for_addresses(zero, end, LANES as i64, |emit, offset| {
            let mut kind = emit.word(0);
            for (&count, &row) in numbers.iter().zip(rows) {
                let at = emit.b.ins().iadd(row, offset);
                let number = emit.b.ins().load(types::I64, anywhere(), at, 0);
                let bits = weights(emit.most(count));
                let others = emit.b.ins().ishl_imm(kind, bits as i64);
                kind = emit.b.ins().bor(others, number);
            }
            let at = emit.b.ins().iadd(kinds, offset);
            emit.b.ins().store(anywhere(), kind, at, 0);
        });
    }

    /// Where the kinds of sites begin.
    fn kinds_address(&mut self, shared: Shared) -> Value {
        self.room_address(shared.room, 2 * shared.most)
    }

    fn load_kind(&mut self, at: Value, kinds: usize) -> Value {
        let kind = self.b.ins().uload8(types::I64, flags(), at, 0);
        self.b.ins().band_imm(kind, kinds as i64 - 1)
    }

    /// Where the sets of a kind are.
    fn of_kind(&mut self, room: StackSlot, kind: Value) -> Value {
        let base = self.room_address(room, 0);
        let offset = self.b.ins().imul_imm(kind, 2 * 8 * W as i64);
        self.b.ins().iadd(base, offset)
    }

    /// The sets of a site that have been found for all of its kind: those that hold beside it and apart from it.
    pub(super) fn shared(&mut self, shared: Shared, site: Value) -> (Words<W>, Words<W>) {
        let kinds = self.kinds_address(shared);
        let site = self.wide(site);
        let at = self.b.ins().iadd(kinds, site);
        let kind = self.load_kind(at, shared.most);
        let at = self.of_kind(shared.room, kind);
        (self.load_set(flags(), at, 0), self.load_set(flags(), at, 8 * W as i32))
    }
}
